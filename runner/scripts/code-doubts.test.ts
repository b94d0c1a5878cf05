import { describe, expect, it } from 'vitest';
import { codeDoubts, ignoresOutput, leavesOutValue, misreadState } from './code-doubts.ts';

const doubts = (text: string, variables = {}) =>
  codeDoubts(text, variables).map(({ line, message }) => `${line}: ${message}`);

describe('code that does not do what it looks like', () => {
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
    expect(leavesOutValue(`\nexport function Short${head}\n}\n`, 'Short')).toEqual({ line: 2, message });
  }
  const right = ['(output, input, most) {', '(output, ...rest) {', '(output) { return arguments[2]; ', '() {'];
  expect(right.map((head) => leavesOutValue(`function Short${head}\n}\n`, 'Short'))).toEqual(
    right.map(() => undefined),
  );
  expect(leavesOutValue('export { Short } from "./other.ts"', 'Short')).toBeUndefined();
  expect(leavesOutValue('export const Short = async (output, most) => true;', 'Short')?.message).toBe(message);
});

it('reads what the state has under another name', () => {
  const all = (body: string) =>
    misreadState(`export function All(state: any) {\n  ${body}\n}\nfunction Other(state) { state.order = 1; }\n`, {
      name: 'All',
      position: 0,
      keys: ['order', 'user'],
    })?.message;
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

it('judges without the answer', () => {
  const judge = (body: string) => `export default async ({ input }, { model }) => {\n  ${body}\n};\n`;
  expect(ignoresOutput(judge('const q = JSON.parse(input); return { passed: /please/.test(q.input) };'))).toBe(true);
  const right = [
    'const q = JSON.parse(input); return { passed: /please/.test(q.output) };',
    'const { output } = JSON.parse(input); return { passed: output !== "" };',
    'const q = JSON.parse(input); return model.ask(input, q.criteria);',
    'const q = JSON.parse(input); return model.ask({ ...q });',
    'const q = JSON.parse(input); return model.ask(JSON.stringify(q));',
    'return model.ask(input);',
  ];
  expect(right.filter((body) => ignoresOutput(judge(body)))).toEqual([]);
});
