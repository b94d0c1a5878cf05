import { describe, expect, it } from 'vitest';
import {
  findCodeWarnings,
  findMisspelledStateKey,
  findReassignedState,
  findReturnedVerdict,
  findUnreadOutput,
  ignoresOutput,
  warnIfValueParameterIsMissing,
} from './code-warnings.ts';

const doubts = (text: string, variables = {}) =>
  findCodeWarnings(text, variables).map(({ line, message }) => `${line}: ${message}`);

describe('code that does not do what it looks like', () => {
  const found = (lines: string) => doubts(`export function A(output, input, words) {\n  ${lines}\n}\n`);

  it('assigns where it means to compare', () => {
    const message = '2: "=" in a condition assigns a value instead of comparing it; write "==="';
    expect(found("if (data.status = 'ok') return true;")).toEqual([message]);
    expect(found('while (count = 3) count -= 1;')).toEqual([message]);
    const right = [
      "if (status === 'ok') return true;",
      'if (count >= 3) {}',
      'while ((part = next())) {}',
      'if (a) b = 1;',
    ];
    expect(right.flatMap(found)).toEqual([]);
  });

  it('takes a position for a truth value', () => {
    const message = '2: indexOf() is -1 where nothing is found, which counts as true; write includes()';
    const wrong = [
      'return { score: output.indexOf(words) ? 1 : 0 };',
      "if (output.indexOf('Friday')) return true;",
      "if (!output.indexOf('Friday')) return false;",
      "if (output && output.indexOf('Friday')) return true;",
      "return output.indexOf('a') && output.indexOf('b') > -1;",
    ];
    expect(wrong.map(found)).toEqual(wrong.map(() => [message]));
    const right = [
      "if (output.indexOf('Friday') === -1) return false;",
      "return 0 === output.indexOf('Friday') ? 1 : 0;",
      "const at = output.indexOf('Friday');",
      "return output.indexOf('a') >= 0 && true;",
      "return isLate(output.indexOf('a'));",
      "list.push(output.indexOf('a'));",
    ];
    expect(right.flatMap(found)).toEqual([]);
  });

  it('returns from a step of forEach()', () => {
    const message = '2: "return false" in forEach() ends only this step, not the function; use every()';
    expect(found('words.forEach((word) => {\n    if (!output.includes(word)) return false;\n  });')).toEqual([
      message.replace('2:', '3:'),
    ]);
    expect(found('words.forEach(function (word) { return { pass: false }; });')).toEqual([message]);
    const right = [
      'words.forEach((word) => { if (word) return; });',
      'words.forEach((word) => { const bad = rest.filter((one) => { return false; }); });',
      'words.forEach((word) => list.push(word)); return false;',
      'words.every((word) => { return false; });',
    ];
    expect(right.flatMap(found)).toEqual([]);
  });

  it('passes what it cannot read', () => {
    const message = '2: catch returns true, so an answer that is not JSON passes';
    expect(found('try { return JSON.parse(output).total === 10; } catch { return true; }')).toEqual([message]);
    expect(found('try { return JSON.parse(output).ok; } catch (error) { return { pass: true }; }')).toEqual([message]);
    const right = [
      'try { JSON.parse(output); return false; } catch { return true; }',
      'try { JSON.parse(output); return { pass: false }; } catch { return true; }',
      'try { return JSON.parse(output).total === 10; } catch { return false; }',
      'try { pay(output); } catch { return true; }',
    ];
    expect(right.flatMap(found)).toEqual([]);
  });

  it('rejects a number that is too large, and none that is missing', () => {
    const read = 'const total = Number.parseFloat(output);';
    const checked = (rejection: string, reading = read) => found(`${reading}\n  ${rejection}\n  return true;`);
    expect(checked("if (total > most) return { pass: false, message: 'x' };")).toEqual([
      '3: total is NaN where the answer has no number, and NaN > most is false, so it passes; check Number.isFinite(total), too',
    ]);
    expect(checked('if (total >= 5) { throw new Error("x"); }', 'const total = Number(output.slice(1));')).toHaveLength(
      1,
    );
    const right = [
      checked('if (!(total <= most)) return false;'),
      checked('if (Number.isNaN(total) || total > most) return false;'),
      checked('if (!total) return false;\n  if (total > most) return false;'),
      checked('if (total > most) return true;'),
      checked('if (other > most) return false;'),
      checked('return total <= most;'),
    ];
    expect(right.flat()).toEqual([]);
  });

  it('asks every item of a list that may be empty', () => {
    const message = '3: every() is true for an empty list, so an answer without items passes; check its length, too';
    const every = (read: string, returned: string) => found(`${read}\n  return ${returned};`);
    const parsed = 'const { items, of: [first] } = JSON.parse(output);';
    expect(every(parsed, 'items.every((item) => item.price > 0)')).toEqual([message]);
    expect(every('const data: Data = JSON.parse(output);', 'data.rooms?.every(isFree)')).toEqual([message]);
    expect(every('', 'JSON.parse(output).rooms.every(isFree)')).toEqual([message]);
    const right = [
      every(parsed, 'items.length > 0 && items.every((item) => item.price > 0)'),
      every(parsed, 'items.every((item) => item.state !== "broken")'),
      every(parsed, 'words.every((word) => output.includes(word))'),
      every('const data = readAll(output);', 'data.every(isFree)'),
    ];
    expect(right.flat()).toEqual([]);
  });

  it('goes through a list that may be empty', () => {
    const message =
      '3: this loop checks nothing in an empty list, so an answer without items passes; check its length, too';
    const loop = (failing: string, read = 'JSON.parse(output)', end = 'return { pass: true };') =>
      found(
        `const bill = ${read};\n  for (const item of bill.items) {\n    if (${failing}) return { pass: false };\n  }\n  ${end}`,
      );
    const unpriced = "typeof item.price !== 'number' || item.price <= 0";
    expect(loop(unpriced)).toEqual([message]);
    expect(loop('!item.price', "typeof output === 'string' ? JSON.parse(output) : output", 'return true;')).toEqual([
      message,
    ]);
    const right = [
      loop("item.state === 'broken'"),
      loop('words.includes(item.name)'),
      loop(unpriced, 'readAll(output)'),
      loop(unpriced, 'JSON.parse(output)', 'return bill.items.length > 1;'),
      loop(unpriced, 'JSON.parse(output)', 'return bill.total > 0;'),
    ];
    expect(right.flat()).toEqual([]);
  });

  it('drops a new list', () => {
    const refund = (statement: string) =>
      `export function Refund(args, state) {\n  ${statement}\n  return { ok: true };\n}\n`;
    const words = '2: the result of concat() is not used, so the call changes nothing';
    expect(doubts(refund('state.refunds.concat([args]);'))).toEqual([words]);
    expect(doubts(refund('state.refunds.concat([args])'))).toEqual([words]);
    const right = [
      'state.refunds = state.refunds.concat([args]);',
      'state.refunds.push(args);',
      'const all = state.refunds.concat([args]);',
      'state.list\n    .concat([args]).forEach(pay);',
      'state.refunds.concat([args]).forEach(pay);',
      'state.refunds.concat([args])\n    .forEach(pay);',
      'pay(\n    state.refunds.concat([args])\n  );',
      'const all =\n    state.refunds.concat([args]);',
      '// state.refunds.concat([args]);',
      'router.replace(path);',
    ];
    expect(right.flatMap((statement) => doubts(refund(statement)))).toEqual([]);
  });

  it('takes a promise for its value', () => {
    const check = (line: string) =>
      `async function clean(text) { return true; }\nexport async function A(output) {\n  ${line}\n}\n`;
    const words = '3: clean() is async, and its promise always counts as true; await it';
    expect(doubts(check('if (!clean(output)) return false;'))).toEqual([words]);
    expect(doubts(check('if (clean(output)) return true;'))).toEqual([words]);
    expect(doubts(check('return !clean(output);'))).toEqual([words]);
    const right = [
      'return clean(output);',
      'if (!(await clean(output))) return false;',
      'if (await clean(output)) return 1;',
    ];
    expect(right.flatMap((line) => doubts(check(line)))).toEqual([]);
  });

  it('looks for a variable that is not set', () => {
    const text = 'export function A(output: string) {\n  return !output.includes(process.env.SHOP_KEY as string);\n}\n';
    const words = 'SHOP_KEY is not set, so that includes() looks for the text "undefined"';
    expect(doubts(text)).toEqual([`2: ${words}`]);
    expect(doubts(text, { SHOP_KEY: 'sk' })).toEqual([]);
    expect(doubts('const key = process.env.SHOP_KEY!;\nconst a = (o) => o.includes(key);\n')).toEqual([`2: ${words}`]);
    expect(doubts('const key = process.env.SHOP_KEY ?? "x";\nconst a = (o) => o.includes(key);\n')).toEqual([]);
    expect(doubts('const a = (o) => o.includes(process.env.SHOP_KEY ?? "x");\n')).toEqual([]);
  });
});

it('takes no "value" where fewer than three are declared', () => {
  const message = 'Short does not take the "value" of its assertion: it is called with (output, input, value)';
  const shorts = ['(output: string, most: any) {', '({ text }: { text: string }, most = [1, 2]) {'];
  for (const head of shorts) {
    expect(warnIfValueParameterIsMissing(`\nexport function Short${head}\n}\n`, 'Short')).toEqual({ line: 2, message });
  }
  const right = ['(output, input, most) {', '(output, ...rest) {', '(output) { return arguments[2]; ', '() {'];
  expect(right.map((head) => warnIfValueParameterIsMissing(`function Short${head}\n}\n`, 'Short'))).toEqual(
    right.map(() => undefined),
  );
  expect(warnIfValueParameterIsMissing('export { Short } from "./other.ts"', 'Short')).toBeUndefined();
  expect(warnIfValueParameterIsMissing('export const Short = async (output, most) => true;', 'Short')?.message).toBe(
    message,
  );
});

it('reads what the state has under another name', () => {
  const all = (body: string) =>
    findMisspelledStateKey(
      `export function All(state: any) {\n  ${body}\n}\nfunction Other(state) { state.order = 1; }\n`,
      {
        name: 'All',
        position: 0,
        keys: ['order', 'user'],
      },
    )?.message;
  expect(all("return (state.orders ?? []).every((o) => o.status === 'paid');")).toBe(
    'All reads "orders" of the state, which has "order"',
  );
  const right = [
    'return state.order.length',
    'return (state.orders ?? state.order).length',
    'return state.refunds',
    'state.orders = []',
  ];
  expect(right.map(all)).toEqual(right.map(() => undefined));
});

it('replaces the state that it should change', () => {
  const refund = (body: string) =>
    findReassignedState(`export function Refund(args, state) {\n  ${body}\n}\n`, { name: 'Refund', position: 1 })
      ?.message;
  expect(refund('state = { ...state, refunded: true };')).toBe(
    'Refund assigns a new object to "state", which changes nothing outside; change its members instead',
  );
  const right = [
    'state.orders = [];',
    'state ??= {};',
    'const state = {};',
    'const copy = { ...state };',
    'f(state == null);',
  ];
  expect(right.map(refund)).toEqual(right.map(() => undefined));
});

it('returns a verdict where none is asked for', () => {
  const after = (body: string) =>
    findReturnedVerdict(`export function After(ctx, one, result, data) {\n  ${body}\n}\n`, 'After')?.message;
  expect(after('return { pass: result.output.includes(data.owner) };')).toBe(
    'After returns a verdict, which is ignored: only assertions decide',
  );
  expect([after('return { passport: 1 };'), after('if (data === null) return;')]).toEqual([undefined, undefined]);
});

it('judges without the answer', () => {
  const judge = (body: string) => `export default async ({ input }, { model }) => {\n  ${body}\n};\n`;
  expect(ignoresOutput(judge('const q = JSON.parse(input); return { passed: /please/.test(q.input) };'))).toBe(true);
  const quoting = [
    `const { output, input: question } = JSON.parse(input); return { passed: /please/.test(question), reason: \`"\${output}" is polite\` };`,
    `const q = JSON.parse(input); return JSON.stringify({ passed: /please/.test(q.input), reason: \`for "\${q.output}"\` });`,
  ];
  expect(quoting.map((body) => ignoresOutput(judge(body)))).toEqual([true, true]);
  const right = [
    'const q = JSON.parse(input); return { passed: /please/.test(q.output) };',
    'const { output } = JSON.parse(input); return { passed: output !== "" };',
    `const { output, input: q } = JSON.parse(input); return { passed: output !== q, reason: \`"\${output}"\` };`,
    'const { output } = JSON.parse(input); const reason = find(output); return { passed: !reason, reason };',
    'const { output: answer } = JSON.parse(input); return { passed: answer !== "", reason: "no" };',
    'const q = JSON.parse(input); return model.ask(input, q.criteria);',
    'const q = JSON.parse(input); return model.ask({ ...q });',
    'const q = JSON.parse(input); return model.ask(JSON.stringify(q));',
    'return model.ask(input);',
  ];
  expect(right.filter((body) => ignoresOutput(judge(body)))).toEqual([]);
});

it('takes another value under the name of the output', () => {
  const messages = (parameters: string) =>
    findUnreadOutput(`export default function score(${parameters}) { return output.length > 3 ? 1 : 0; }`).map(
      ({ message }) => message,
    );
  expect(messages('{ input: output, groundTruth }')).toEqual([
    'the function takes "input" under the name "output", so it does not read the output',
  ]);
  expect([messages('{ output, groundTruth }'), messages('{ input, output }')]).toEqual([[], []]);
});
