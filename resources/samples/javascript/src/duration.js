const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a number or of a text such as "250ms", "1.5s", "5m", "2h" or "7d". */
export function parseDuration(value) {
  if (typeof value === "number") {
    if (value < 0 || Number.isNaN(value)) {
      throw new RangeError(`a duration cannot be ${value}`);
    }
    return value;
  }
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value);
  if (!match) {
    throw new RangeError(`not a duration: ${value}`);
  }
  return Number(match[1]) * units[match[2]];
}
