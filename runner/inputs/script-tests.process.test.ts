import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { loadScriptTests } from './script-tests.ts';

async function load(text: string, name = 'all_test.ts') {
  const root = await createTemporaryWorkspace({ [name]: text });
  return loadScriptTests({ file: path.join(root, name), module: name });
}

describe('the tests of a script', () => {
  it('are the functions of the top level whose name begins with Test, in their order, with their lines', async () => {
    const cases = await load(`// function TestInComment(t) {}
import { helper } from './helper';
/* export function TestInBlock() {} */
interface TestContext { user: string }
type TestAlias = string;

export function TestOne(t: any, ctx: TestContext) {
  function TestNested() {}
  return helper(TestNested);
}
async function TestTwo() {}
const TestThree = (t) => t.log('x'), other = 1;
export const TestFour = async function () {};
let TestFive = async (t) => {
  t.assert.Equal(text, \`
function TestInTemplate(t) {
\`);
};
export default function TestSix(
  t,
) {}
const TestData = { a: 1 };
class TestClass {}
function testLower() {}
const text = "function TestInText() {";
`);
    expect(cases.map(({ id, line }) => [id, line])).toEqual([
      ['TestOne', 7],
      ['TestTwo', 11],
      ['TestThree', 12],
      ['TestFour', 13],
      ['TestFive', 14],
      ['TestSix', 19],
    ]);
    expect(cases[0]).toMatchObject({ kind: 'script', module: 'all_test.ts' });
  });

  it.each([
    ['export function testB(t) {}', 'testB', 'TestB'],
    ['export async function test_refund(t: any, ctx: any) {}', 'test_refund', 'TestRefund'],
    ['const testC = async (t) => {};', 'testC', 'TestC'],
  ])('are refused where one would not run: %s', async (line, name, better) => {
    const message = `all_test.ts: ${name} has a parameter t but would not run: names of test functions begin with Test, like ${better}`;
    await expect(load(`export function TestA(t) {}\n${line}`)).rejects.toThrow(message);
  });

  it.each([
    'function testData() {}',
    'function testing(text) {}',
    'const testUser = { t: 1 };',
    'function tests(a, t) {}',
  ])('may stand beside a helper: %s', async (line) =>
    expect(await load(`export function TestA(t) {}\n${line}`)).toHaveLength(1),
  );

  it('may be JavaScript', async () => {
    expect(await load('export function TestIt(t) { t.log(1); }', 'plain_test.js')).toMatchObject([
      { id: 'TestIt', line: 1 },
    ]);
  });

  it('keep their hash until they themselves change', async () => {
    const body = "function TestA(t) { t.log('a'); }";
    const [before] = await load(`${body}\nfunction TestB() {}`);
    const [movedCase] = await load(`// a comment\n\n${body}\nfunction TestB() { return 1; }`);
    const [changed] = await load(`${body.replace("'a'", "'b'")}\nfunction TestB() {}`);
    expect(movedCase?.hash).toBe(before?.hash);
    expect(changed?.hash).not.toBe(before?.hash);
  });
});
