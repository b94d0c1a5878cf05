import { describe, expect, it } from 'vitest';
import { findAlwaysPassingCheck, findCodeWarnings, findSwappedParameters } from './code-warnings.ts';

const doubts = (...lines: string[]) => findCodeWarnings(`${lines.join('\n')}\n`, {}).map(({ message }) => message);
const inBody = (line: string) => doubts('export function A(output) {', `  ${line}`, '}');

describe('a condition that has the same result for every answer', () => {
  it('is a size that is not below 0', () => {
    expect(inBody('return text.length >= 0;')).toEqual(['"length >= 0" always holds, because no length is below 0']);
    expect(inBody('if (found.size > -1) return true;')).toHaveLength(1);
    const right = [
      'return text.length > 0;',
      'return text.length >= 1;',
      'for (let i = a.length - 1; i >= 0; i -= 1) {}',
    ];
    expect(right.flatMap(inBody)).toEqual([]);
  });

  it('compares a value with itself', () => {
    const message = 'total is compared with itself, so "total === total" always holds';
    expect(inBody('return total === total;')).toEqual([message]);
    expect(inBody('return sum(output) >= sum(output);')).toHaveLength(1);
    const right = [
      'return total !== total;',
      'return total === total.toFixed(2);',
      'return total === total + tax;',
      'return own.total === total;',
      'return total === totals;',
    ];
    expect(right.flatMap(inBody)).toEqual([]);
  });

  it('is a text beside another condition', () => {
    expect(inBody("return output.includes('refund' && 'days');")).toEqual([
      '"refund" && … is always the value after it; compare each value on its own',
    ]);
    expect(inBody('return output.includes("a" || "b");')).toEqual([
      '"a" || … is always "a"; compare each value on its own',
    ]);
    const right = ["return has('a') && has('b');", 'return output.includes(word || "b");', "return f('x', a && b);"];
    expect(right.flatMap(inBody)).toEqual([]);
  });

  it('waits for a value that a method never returns', () => {
    expect(inBody('return output.match(/refund/i) !== undefined;')).toEqual([
      'match() is null where nothing is found, so "!== undefined" always holds',
    ]);
    expect(inBody('return output.indexOf("x") === null;')).toEqual([
      'indexOf() is -1 where nothing is found, so "=== null" never holds',
    ]);
    const right = [
      'return output.match(/refund/i) !== null;',
      'return output?.match(/refund/i) !== undefined;',
      'return /x(y)?/.exec(output)?.[1] !== undefined;',
      'return list.find(isFree) !== undefined;',
    ];
    expect(right.flatMap(inBody)).toEqual([]);
  });

  it('looks for capitals among small letters', () => {
    const message = '"Risk-free" has capitals, but is looked for in a text of small letters, so it is never found';
    const list = (words: string, check: string) =>
      doubts(
        `const WORDS = [${words}];`,
        'export function A(output) {',
        '  const text = output.toLowerCase();',
        check,
        '}',
      );
    expect(list("'sure', 'Risk-free'", '  return !WORDS.some((word) => text.includes(word));')).toEqual([message]);
    expect(list("'Risk-free'", '  for (const word of WORDS) if (text.includes(word)) return false;')).toEqual([
      message,
    ]);
    expect(inBody("return !output.toLowerCase().includes('Risk-free');")).toEqual([message]);
    expect(inBody("return output.toUpperCase().includes('Yes');")).toHaveLength(1);
    const right = [
      list("'sure', 'risk-free'", '  return !WORDS.some((word) => text.includes(word));'),
      list("'Risk-free'", '  return !WORDS.some((word) => text.includes(word.toLowerCase()));'),
      list("'Risk-free'", '  return !WORDS.some((word) => output.includes(word));'),
      inBody("return output.toLowerCase().includes('risk') && output.includes('Risk');"),
    ];
    expect(right.flat()).toEqual([]);
  });

  it('is a promise', () => {
    const moderate = (stored: string, returned: string) =>
      doubts(
        'async function moderate(text) { return !/idiot/.test(text); }',
        'export async function A(output) {',
        `  ${stored}`,
        `  ${returned}`,
        '}',
      );
    expect(moderate('const clean = moderate(output);', 'return { pass: Boolean(clean) };')).toEqual([
      'clean is the promise of moderate(), which always counts as true; write "await moderate(…)"',
    ]);
    expect(moderate('const clean = moderate(output);', 'if (!clean) return false;')).toHaveLength(1);
    const right = [
      moderate('const clean = await moderate(output);', 'return { pass: Boolean(clean) };'),
      moderate('const clean = moderate(output);', 'const done = await clean; return done ? true : !clean;'),
      moderate('const clean = moderate(output);', 'return clean.then((yes) => (clean ? yes : false));'),
    ];
    expect(right.flat()).toEqual([]);
  });

  it('reads a field that calls do not have', () => {
    const some = (test: string) => inBody(`return turns.flatMap((turn) => turn.tool_calls).some((call) => ${test});`);
    expect(some("call.function?.name === 'wipe'")).toEqual([
      'a tool call has no "function"; it has name, arguments, result and error',
    ]);
    const right = ["call.name.startsWith('wipe')", 'call.arguments.id === 7', "JSON.stringify(call).includes('wipe')"];
    expect(right.flatMap(some)).toEqual([]);
  });
});

it('a function of an assertion may have its first two parameters swapped', () => {
  const swapped = (parameters: string) => findSwappedParameters(`export function A(${parameters}) {}\n`, 'A')?.message;
  expect(swapped('input, output')).toBe('A is called with (output, input), but takes them as (input, output)');
  expect(swapped('question: string, _answer: string, value: Json')).toContain('takes them as (question, _answer)');
  expect(['output, input', 'answer, question', 'output', 'input', 'text, words'].map(swapped)).toEqual(
    new Array(5).fill(undefined),
  );
});

it('is a position from -1', () => {
  expect(inBody('return output.indexOf("$") >= -1;')).toEqual([
    'indexOf() is -1 where nothing is found, so ">= -1" always holds',
  ]);
  expect(['return output.indexOf("$") > -1;', 'return output.indexOf("$") >= 0;'].flatMap(inBody)).toEqual([]);
});

describe('a function without a verdict but "passed"', () => {
  it.each([
    'export function A(output) {\n  return { pass: true };\n}',
    'export function A(output) {\n  console.log(output);\n  return true;\n}',
    'export const A = (output) => ({ pass: true, message: "fine" });',
    'export function A(output) {\n  try {\n    if (!output) throw new Error("none");\n  } catch (error) {\n    console.log(error);\n  }\n  return { pass: true };\n}',
    'export function A(output) {\n  if (output.includes("a")) return { pass: true };\n  return { pass: true, message: "b" };\n}',
  ])('is told of: %s', (text) => {
    expect(findAlwaysPassingCheck(`${text}\n`, 'A')?.message).toBe(
      'A never says that an answer fails: each of its verdicts is "passed"',
    );
  });

  it.each([
    'export function A(output) {\n  return { pass: output.includes("a") };\n}',
    'export function A(output) {\n  const pass = /a/.test(output);\n  return { pass };\n}',
    'export function A(output) {\n  if (output === "") return { pass: false };\n  return { pass: true };\n}',
    'export function A(output) {\n  if (output === "") return false;\n  return true;\n}',
    'export function A(output) {\n  JSON.parse(output);\n  return { pass: true };\n}',
    'export function A(output) {\n  check(output);\n  return true;\n}',
    'export function A(output) {\n  if (output === "") throw new Error("empty");\n  return true;\n}',
    'export function A(output) {\n  return check(output);\n}',
    'export const A = (output) => output.includes("a");',
    'export function A(output) {\n  const result = { pass: true };\n  if (output === "") result.pass = false;\n  return result;\n}',
    'export function A(output) {\n  return output === "" ? { pass: false } : { pass: true };\n}',
  ])('is not told of: %s', (text) => {
    expect(findAlwaysPassingCheck(`${text}\n`, 'A')).toBeUndefined();
  });
});
