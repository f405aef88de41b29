import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Cache } from "../src/index.js";

function clock() {
  let time = 0;
  return { now: () => time, advance: (ms) => (time += ms) };
}

describe("Cache", () => {
  it("gives back what was set", () => {
    const cache = new Cache();
    cache.set("a", 1).set("b", undefined);
    assert.equal(cache.get("a"), 1);
    assert.equal(cache.has("b"), true);
    assert.equal(cache.size, 2);
  });

  it("replaces a value without growing", () => {
    const cache = new Cache({ limit: 10 });
    cache.set("a", 1).set("a", 2);
    assert.equal(cache.get("a"), 2);
    assert.equal(cache.size, 1);
  });

  it("holds as many entries as its limit", () => {
    const cache = new Cache({ limit: 3 });
    cache.set("a", 1).set("b", 2).set("c", 3);
    assert.deepEqual(cache.keys(), ["a", "b", "c"]);
    assert.equal(cache.stats.evicted, 0);
  });

  it("never holds more than its limit", () => {
    const cache = new Cache({ limit: 5 });
    for (let i = 0; i < 50; i += 1) {
      cache.set(i, i);
    }
    assert.ok(cache.size <= 5);
    assert.equal(cache.has(49), true);
    assert.equal(cache.has(40), false);
  });

  it("evicts what was used longest ago", () => {
    const cache = new Cache({ limit: 4 });
    cache.set("a", 1).set("b", 2);
    cache.get("a");
    cache.set("c", 3).set("d", 4).set("e", 5);
    assert.equal(cache.has("b"), false);
    assert.equal(cache.has("e"), true);
  });

  it("drops an entry at the end of its age", () => {
    const time = clock();
    const cache = new Cache({ maxAge: "1s", now: time.now });
    cache.set("a", 1);
    time.advance(999);
    assert.equal(cache.get("a"), 1);
    time.advance(1);
    assert.equal(cache.get("a"), undefined);
    assert.equal(cache.size, 0);
  });

  it("prunes only what is too old", () => {
    const time = clock();
    const cache = new Cache({ maxAge: 100, now: time.now });
    cache.set("old", 1);
    time.advance(60);
    cache.set("new", 2);
    time.advance(60);
    assert.equal(cache.prune(), 1);
    assert.deepEqual(cache.keys(), ["new"]);
  });

  it("counts hits and misses", () => {
    const cache = new Cache();
    cache.set("a", 1);
    cache.get("a");
    cache.get("b");
    assert.deepEqual(cache.stats, { hits: 1, misses: 1, evicted: 0 });
  });

  it("deletes and clears", () => {
    const cache = new Cache();
    cache.set("a", 1).set("b", 2);
    assert.equal(cache.delete("a"), true);
    assert.equal(cache.delete("a"), false);
    cache.clear();
    assert.equal(cache.size, 0);
  });

  it("refuses a limit of nothing", () => {
    assert.throws(() => new Cache({ limit: 0 }), RangeError);
    assert.throws(() => new Cache({ limit: Number.NaN }), RangeError);
  });
});
