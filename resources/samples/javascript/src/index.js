export { Cache } from "./cache.js";
export { parseDuration } from "./duration.js";
export { memoize } from "./memoize.js";
