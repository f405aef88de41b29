'use strict';
// Loaded before everything else of a process that runs tests: at its end the assertions and the functions that
// declare tests must be what they were, and must still throw. Where they are not, the process says so with an
// exit status of its own, which the runner reports for the whole file.
const assert = require('node:assert');
const { writeSync } = require('node:fs');

const changedStatus = 97;
const exit = process.reallyExit.bind(process);
const { ownKeys } = Reflect;
const { is, getOwnPropertyDescriptor } = Object;

const watched = [assert, assert.strict, assert.AssertionError.prototype];
try {
  watched.push(require('node:test'));
} catch {
  // Node.js without its own test runner
}
const before = [];
for (const object of watched)
  for (const key of ownKeys(object)) {
    const { value, get } = getOwnPropertyDescriptor(object, key);
    before.push({ object, key, value, get });
  }

const mustThrow = [
  () => assert(0), () => assert.ok(0), () => assert.equal(1, 2), () => assert.strictEqual(1, 2),
  () => assert.deepEqual({ a: 1 }, { a: 2 }), () => assert.deepStrictEqual({ a: 1 }, { a: 2 }),
  () => assert.notStrictEqual(1, 1), () => assert.throws(() => {}), () => assert.match('a', /b/),
  () => assert.fail(),
];

function throws(check) {
  try {
    check();
  } catch {
    return true;
  }
  return false;
}

function changed() {
  for (const { object, key, value, get } of before) {
    const now = getOwnPropertyDescriptor(object, key);
    // A getter may put its value in its own place the first time it is asked.
    if (!now || (get ? now.get !== get && now.value === undefined : !is(now.value, value))) return String(key);
  }
  for (const check of mustThrow) if (!throws(check)) return String(check);
  return '';
}

process.on('exit', () => {
  const what = changed();
  if (what === '') return;
  writeSync(2, `the assertions of this process were changed: ${what}\n`);
  exit(changedStatus);
});
