import { parseDuration } from "./duration.js";

/** Holds at most `limit` entries, none longer than `maxAge`. Keys are compared as in a Map. */
export class Cache {
  #entries = new Map(); // least recently used first
  #limit;
  #maxAge;
  #now;
  #hits = 0;
  #misses = 0;
  #evicted = 0;

  /**
   * @param {object} options
   * @param {number} [options.limit] most entries; no limit when left out
   * @param {number|string} [options.maxAge] in milliseconds, or as "5m"; entries never grow old when left out
   * @param {() => number} [options.now] the clock, in milliseconds
   */
  constructor({ limit = Infinity, maxAge = Infinity, now = Date.now } = {}) {
    if (!(limit > 0)) {
      throw new RangeError("the limit must be greater than 0");
    }
    this.#limit = limit;
    this.#maxAge = parseDuration(maxAge);
    this.#now = now;
  }

  get size() {
    return this.#entries.size;
  }

  get stats() {
    return { hits: this.#hits, misses: this.#misses, evicted: this.#evicted };
  }

  /** The value, which counts as a use of it, or undefined. */
  get(key) {
    const entry = this.#fresh(key);
    if (!entry) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Whether get would find it; not a use. */
  has(key) {
    return this.#fresh(key) !== undefined;
  }

  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expires: this.#now() + this.#maxAge });
    while (this.#entries.size >= this.#limit) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
      this.#evicted += 1;
    }
    return this;
  }

  delete(key) {
    return this.#entries.delete(key);
  }

  clear() {
    this.#entries.clear();
  }

  /** Drops what is too old; returns how many that were. */
  prune() {
    const before = this.#entries.size;
    for (const key of [...this.#entries.keys()]) {
      this.#fresh(key);
    }
    return before - this.#entries.size;
  }

  keys() {
    return [...this.#entries.keys()];
  }

  #fresh(key) {
    const entry = this.#entries.get(key);
    if (entry && entry.expires <= this.#now()) {
      this.#entries.delete(key);
      return undefined;
    }
    return entry;
  }
}
