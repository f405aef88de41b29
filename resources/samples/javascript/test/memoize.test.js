import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { memoize } from "../src/index.js";

describe("memoize", () => {
  it("calls once for the same arguments", () => {
    let calls = 0;
    const area = memoize((width, height) => {
      calls += 1;
      return width * height;
    });
    assert.equal(area(2, 3), 6);
    assert.equal(area(2, 3), 6);
    assert.equal(area(3, 2), 6);
    assert.equal(calls, 2);
  });

  it("remembers undefined too", () => {
    let calls = 0;
    const nothing = memoize(() => {
      calls += 1;
    });
    nothing();
    nothing();
    assert.equal(calls, 1);
  });

  it("asks again after an exception", () => {
    let calls = 0;
    const flaky = memoize(() => {
      calls += 1;
      if (calls === 1) {
        throw new Error("not yet");
      }
      return calls;
    });
    assert.throws(() => flaky(), /not yet/);
    assert.equal(flaky(), 2);
  });

  it("uses the key that it is given", () => {
    const first = memoize((user) => user.name, { key: (user) => user.id });
    assert.equal(first({ id: 7, name: "Ada" }), "Ada");
    assert.equal(first({ id: 7, name: "Bob" }), "Ada");
  });
});
