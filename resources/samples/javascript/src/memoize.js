import { Cache } from "./cache.js";

/** A function that remembers what `fn` returned; one that throws is asked again. */
export function memoize(fn, { key = (...args) => JSON.stringify(args), ...options } = {}) {
  const cache = new Cache(options);
  const remembered = (...args) => {
    const name = key(...args);
    if (cache.has(name)) {
      return cache.get(name);
    }
    const value = fn(...args);
    cache.set(name, value);
    return value;
  };
  remembered.cache = cache;
  return remembered;
}
