import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parseDuration } from "../src/index.js";

describe("parseDuration", () => {
  for (const [text, ms] of [["250ms", 250], ["1.5s", 1500], ["5m", 300_000], ["2h", 7_200_000], ["7d", 604_800_000]]) {
    it(`reads ${text}`, () => {
      assert.equal(parseDuration(text), ms);
    });
  }

  it("leaves numbers as they are", () => {
    assert.equal(parseDuration(40), 40);
    assert.equal(parseDuration(Infinity), Infinity);
  });

  it("refuses everything else", () => {
    for (const bad of ["", "5", "5 m", "-5m", "soon", -1, Number.NaN]) {
      assert.throws(() => parseDuration(bad), RangeError);
    }
  });
});
