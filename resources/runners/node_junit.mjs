// A reporter for `node --test` that writes JUnit XML with the file of every test.
// Node's own junit reporter came only with 20 and names no file, so equal names in two files would be one.
import { relative } from 'node:path';
import { inspect } from 'node:util';

const attribute = (text) => String(text).replace(/[&<>"'\n\r\t]/g, (c) => `&#${c.charCodeAt(0)};`)
  .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '?');
const content = (text) => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '?');

function failure(data, tag) {
  const error = data.details?.error;
  const cause = error?.cause ?? error;
  const type = cause?.code === 'ERR_ASSERTION' ? 'AssertionError' : cause?.name ?? 'Error';
  const text = typeof cause === 'string' ? cause : cause?.stack ?? inspect(cause);
  const status = tag === 'error' && Number.isInteger(error?.exitCode) ? ` (exit status ${error.exitCode})` : '';
  const message = `${cause?.message ?? cause}${status}`;
  return `<${tag} type="${attribute(type)}" message="${attribute(message)}">${content(text)}</${tag}>`;
}

function testcase(data, parents, failed) {
  const file = data.file ? relative(process.cwd(), data.file) : '';
  const wholeFile = data.nesting === 0 && data.file && (data.name === data.file || data.name === file);
  const suite = data.details?.type === 'suite';
  if (suite && (!failed || data.details?.error?.failureType === 'subtestsFailed')) return '';
  const name = wholeFile ? '' : suite ? `${data.name}::(suite)` : data.name;
  let inner = '';
  if (data.skip !== undefined && data.skip !== false) inner = '<skipped type="skip"/>';
  else if (data.todo !== undefined && data.todo !== false) inner = failed ? '<skipped type="todo"/>' : '';
  else if (failed) inner = failure(data, wholeFile ? 'error' : 'failure');
  const seconds = ((data.details?.duration_ms ?? 0) / 1000).toFixed(6);
  return `<testcase classname="${attribute(parents.join('::'))}" name="${attribute(name)}" file="${attribute(file)}" `
    + `line="${data.line ?? 0}" time="${seconds}">${inner}</testcase>\n`;
}

export default async function* junit(source) {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites><testsuite name="node">\n';
  const open = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      open.length = data.nesting;
      open[data.nesting] = data.name;
    } else if (type === 'test:pass' || type === 'test:fail') {
      yield testcase(data, open.slice(0, data.nesting), type === 'test:fail');
      open.length = data.nesting;
    }
  }
  yield '</testsuite></testsuites>\n';
}
