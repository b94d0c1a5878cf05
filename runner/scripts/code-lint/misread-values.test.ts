import { expect, it } from 'vitest';
import { findCodeWarnings } from '../code-warnings.ts';

const doubts = (code: string): string[] => findCodeWarnings(code, {}).map(({ line, message }) => `${line}: ${message}`);

it('finds members of the keys that for … in gives', () => {
  const message = '1: "for … in" gives the keys, so turn is a text and turn.tool_calls is undefined; write "for … of"';
  const wrong = [
    'for (const turn in more.turns) {\n  for (const call of (turn as any).tool_calls ?? []) check(call);\n}',
    'for (const turn in turns) check(turn.tool_calls);',
    'for (let turn in all(turns)) {\n  if (turn?.tool_calls) return false;\n}',
  ];
  expect(wrong.map(doubts)).toEqual(wrong.map(() => [message]));
  const right = [
    'for (const index in prices) await Promise.resolve(index);',
    'for (const key in data) if (key.startsWith("a")) check(data[key].name);',
    'for (const turn of turns) check(turn.tool_calls);',
    'for (const turn in turns) count += 1;\nconst turn = first();\ncheck(turn.tool_calls);',
  ];
  expect(right.flatMap(doubts)).toEqual([]);
});

it('finds objects that are compared by identity', () => {
  const message =
    'objects are equal only to themselves, so a Set keeps all of them; compare texts such as JSON.stringify(each)';
  const calls =
    'const calls = turns.flatMap((turn) => turn.tool_calls.map(({ tool, arguments: given }) => ({ tool, given })));';
  expect(doubts(`${calls}\nreturn new Set(calls).size === calls.length;`)).toEqual([`2: ${message}`]);
  expect(doubts('return new Set(turns[0].tool_calls).size === 2;')).toEqual([`1: ${message}`]);
  expect(doubts("return list.includes({ tool: 'refund' });")).toEqual([
    '1: a new object never equals an item of a list, so it is never found; compare its members with some()',
  ]);
  const repeated =
    '1: objects are equal only to themselves, so equal content is never found; compare texts such as JSON.stringify(each)';
  const seen = 'for (const call of turns[0].tool_calls) {\n  if (seen.has(call)) return false;\n  seen.add(call);\n}';
  expect(doubts(seen)).toEqual([repeated]);
  expect(doubts('return turn.tool_calls.some((call, at) => turn.tool_calls.indexOf(call) !== at);')).toEqual([
    repeated,
  ]);
  const right = [
    'const names = calls.map(({ tool }) => tool);\nreturn new Set(names).size === names.length;',
    'const keys = calls.map((call) => JSON.stringify({ call }));\nreturn new Set(keys).size === keys.length;',
    `${calls}\nreturn new Set(calls.map((call) => JSON.stringify(call))).size === calls.length;`,
    'return new Set(turns[0].tool_calls.map(({ tool }) => tool)).size === 2;',
    'return names.includes(call.tool);',
    'for (const call of turns[0].tool_calls) {\n  if (seen.has(call.tool)) return false;\n  seen.add(call.tool);\n}',
    'return names.some((name, at) => names.indexOf(name) !== at);',
    'return turn.tool_calls.indexOf(refund) > turn.tool_calls.indexOf(question);',
    'const names = calls.map((call) => ({ call })).map(({ call }) => call.tool);\nreturn new Set(names).size === 2;',
  ];
  expect(right.flatMap(doubts)).toEqual([]);
});

it('finds a pattern that remembers the position of its last match', () => {
  const message =
    'sorry has the flag g, so test() goes on from the end of its last match, even in another text; leave out the flag';
  expect(doubts('const sorry = /\\bsorry\\b/g;\nexport const A = (text) => sorry.test(text);')).toEqual([
    `2: ${message}`,
  ]);
  expect(
    doubts('export const sorry: RegExp = /[/]sorry/giu\nexport function A(text) {\n  return sorry.test(text);\n}'),
  ).toEqual([`3: ${message}`]);
  expect(doubts("const sorry = new RegExp(`sorry`, 'g');\nconst A = (text) => sorry.test(text);")).toEqual([
    `2: ${message}`,
  ]);
  expect(
    doubts(
      'const A = (text) => {\n  const sorry = /sorry/g;\n  return lines(text).some((line) => sorry.test(line));\n};',
    ),
  ).toEqual([`3: ${message}`]);
  expect(doubts('const at = /a/y;\nconst A = (text) => at.exec(text);')[0]).toContain('the flag y, so exec()');
  const right = [
    'const sorry = /sorry/;\nconst A = (text) => sorry.test(text);',
    'const A = (text) => {\n  const sorry = /sorry/g;\n  return sorry.test(text);\n};',
    'const price = /\\d+/g;\nconst A = (text) => [...text.matchAll(price)].length;',
    'const price = /\\d+/g;\nconst A = (text) => {\n  let match;\n  while ((match = price.exec(text)) !== null) check(match);\n};',
    "const price = /\\d+/g;\nconst A = (text) => (price.test(text) ? text.replace(price, '1') : text);",
    'const price = /\\d+/g;\nconst A = (text) => {\n  price.lastIndex = 0;\n  return price.test(text);\n};',
  ];
  expect(right.flatMap(doubts)).toEqual([]);
});

it('finds limits that are infinite while their variable is not set', () => {
  const message = (name: string, value: string): string =>
    `1: without the variable ${name} this limit is ${value}, so the check passes for every number; throw an error if it is not set`;
  expect(doubts('const most = Number(process.env.MAX_PRICE ?? Infinity);')).toEqual([message('MAX_PRICE', 'Infinity')]);
  expect(doubts("const most = Number(process.env['MOST']) || Number.MAX_SAFE_INTEGER;")).toEqual([
    message('MOST', 'MAX_SAFE_INTEGER'),
  ]);
  const right = ['const most = Number(process.env.MAX_PRICE ?? 500);', 'let least = Infinity;'];
  expect(right.flatMap(doubts)).toEqual([]);
});

it('finds texts with commas that are read as numbers', () => {
  const search = String.raw`const match = /([\d.,]+) EUR/.exec(output);`;
  expect(doubts(`${search}\nconst total = parseFloat(match[1]);`)).toEqual([
    '2: parseFloat() reads no commas, so the text "1,299.00" is 1; remove them first',
  ]);
  expect(
    doubts(String.raw`const [, total] = output.match(/Total: ([\d,]+)/);${'\n'}return Number(total) > 5;`),
  ).toEqual(['2: Number() reads no commas, so the text "1,299.00" is not a number; remove them first']);
  const right = [
    `${search}\nconst total = Number(match[1].replaceAll(',', ''));`,
    String.raw`const match = /(\d+), (\d+)/.exec(output);${'\n'}const total = Number(match[1]);`,
    `${search}\nconst other = Number(found[1]);`,
    String.raw`const match = /([\d,]+) of (\d+)/.exec(output);${'\n'}const total = Number(match[2]);`,
  ];
  expect(right.flatMap(doubts)).toEqual([]);
});
