import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../runner/history/db/index.ts';
import { listRuns } from '../runner/history/index.ts';
import { installOwnPackage } from '../runner/testing/own-package.ts';

const example = path.join(import.meta.dirname, 'vitest');
const suite = 'tests/refunds.jsonl';
let project: string;

/** Creates a project as a user has it: the example, with the package installed. */
beforeAll(() => {
  project = mkdtempSync(path.join(os.tmpdir(), 'turntree-vitest-'));
  installOwnPackage(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));
beforeEach(() => {
  for (const folder of ['tests', 'src', '.runner', 'runner.config.json']) {
    rmSync(path.join(project, folder), { recursive: true, force: true });
  }
  cpSync(example, project, { recursive: true });
});

function write(file: string, content: string | object[]): void {
  const lines = typeof content === 'string' ? content : content.map((each) => `${JSON.stringify(each)}\n`).join('');
  writeFileSync(path.join(project, file), lines);
}

function startVitest(...args: string[]) {
  const env = { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, NO_COLOR: '1', CI: undefined };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: project, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      child.emit('printed');
    });
  }
  return {
    child,
    printed: () => printed,
    async prints(count: number, text: string) {
      while (printed.split(text).length - 1 < count) await once(child, 'printed');
    },
  };
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

async function runVitest(...args: string[]) {
  const { child, printed } = startVitest(
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile=report.json',
    ...args,
  );
  const [code]: (number | null)[] = await once(child, 'close');
  const report = reportSchema.parse(JSON.parse(readFileSync(path.join(project, 'report.json'), 'utf8')));
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    code,
    output: printed(),
    tests: tests.map(({ fullName, status }) => `${status}: ${fullName}`),
    failures: tests.flatMap(({ failureMessages }) => failureMessages),
  };
}

function storedRuns() {
  const database = openDatabase(path.join(project, '.runner/history.db'));
  try {
    return listRuns(database, { limit: 9 }).map(({ status, counts }) => ({ status, passed: counts.passed }));
  } finally {
    database.close();
  }
}

describe('the example', () => {
  it('has a test for each case, with its attempts in it, and keeps one run', async () => {
    const { code, tests, output } = await runVitest();
    expect(tests, output).toEqual([
      'passed: tests/refunds.jsonl recent',
      'passed: tests/refunds.jsonl too-late — more than 30 days',
      'skipped: tests/refunds.jsonl lost — a parcel that never came',
      'passed: the refund desk asks for the order before it refunds',
      'passed: the refund desk refunds nothing that is too old',
    ]);
    expect(code).toBe(0);
    expect(storedRuns()).toEqual([{ status: 'passed', passed: 4 }]);
  });

  it('runs only the cases that Vitest selects', async () => {
    const { tests } = await runVitest('-t', 'too-late');
    expect(tests).toContain('passed: tests/refunds.jsonl too-late — more than 30 days');
    expect(tests).toContain('skipped: tests/refunds.jsonl recent');
    expect(storedRuns()).toEqual([{ status: 'passed', passed: 2 }]);
  });

  it('fails with the verdict, at the line of the case', async () => {
    const agent = readFileSync(path.join(project, 'src/agent.ts'), 'utf8');
    write('src/agent.ts', agent.replace('order.days > 30', 'order.days > 300'));
    const { code, output, failures } = await runVitest();
    expect(code).toBe(1);
    expect(output).toContain('0 of 2 passed: never: tool_called refund, turn 1');
    expect(output).toContain('❯ tests/refunds.jsonl:2:1');
    expect(failures.join('\n')).toContain('tool_called');
    expect(output).toContain('toNever');
    expect(storedRuns()).toMatchObject([{ status: 'failed' }]);
  });
});

it('prints the warnings of a suite and what it does not check', async () => {
  write('tests/weak.jsonl', [{ id: 'any', input: 'Can I return A-17?' }]);
  write(
    'tests/weak.test.ts',
    "import { describeSuite } from 'turntree/vitest';\ndescribeSuite('tests/weak.jsonl', { agent: () => 'Hello' });\n",
  );
  const { code, output } = await runVitest('tests/weak.test.ts');
  expect(output).toContain('turntree: warning: Unchecked: 1 passed case checks nothing');
  expect(code).toBe(0);
});

it('warns of a tool that was not called, while one with a similar name was', async () => {
  write(
    'tests/misspelt.test.ts',
    `import { conversation } from 'turntree/vitest';
import { expect, it } from 'vitest';
const talk = await conversation(() => ({ content: 'Done', tool_calls: [{ tool: 'refund' }] })).says('Hi');
it('refunds nothing', async () => {
  await expect(talk).not.toHaveCalled('refnud');
  await expect(talk).not.toHaveCalled('find_order');
});
`,
  );
  const { code, output } = await runVitest('tests/misspelt.test.ts');
  expect(output.match(/turntree: warning: .*/g)).toEqual([
    'turntree: warning: "refnud" was not called, but "refund" was',
  ]);
  expect(code).toBe(0);
});

it('warns of checks that .not.toReach lets pass, because their first does not hold', async () => {
  write(
    'tests/order.test.ts',
    `import { conversation } from 'turntree/vitest';
import { expect, it } from 'vitest';
const talk = await conversation(() => 'What is your password?').says('Hi');
it('asks for no secrets', async () => {
  await expect(talk).not.toReach('card number', 'password');
  await expect(talk).not.toReach('password', 'card number');
  await expect(talk).not.toReach('card number', 'phone number');
});
`,
  );
  const { code, output } = await runVitest('tests/order.test.ts');
  expect(output.match(/turntree: warning: .*/g)).toEqual([
    'turntree: warning: .not.toReach passes, although "password" was reached: it forbids only all 2 checks in this order; toNever forbids each of them',
  ]);
  expect(code).toBe(0);
});

it('says of a matcher whose failure was caught that it failed', async () => {
  write(
    'tests/caught.test.ts',
    `import { conversation } from 'turntree/vitest';
import { expect, it } from 'vitest';
const talk = await conversation(() => 'Hello').says('Hi');
it('catches', async () => {
  await expect(talk).toHaveCalled('refund').catch(() => undefined);
  await expect(talk).not.toHaveCalled('refund');
});
it('fails', async () => {
  await expect(talk).toReach('Good morning');
});
`,
  );
  const { tests, output } = await runVitest('tests/caught.test.ts');
  expect(tests, output).toEqual(['passed: catches', 'failed: fails']);
  expect(output).toContain('toHaveCalled failed, but the test "catches" passed, because it caught the error');
  expect(output.match(/because it caught the error/g)).toHaveLength(1);
});

describe('a suite', () => {
  const test = (options: string, imports = '', file = 'tests/refunds.test.ts') =>
    write(file, `import { describeSuite } from 'turntree/vitest';\n${imports}\ndescribeSuite(${options});\n`);
  const withAgent = (more = '') => test(`'${suite}', { agent: () => 'hello' ${more} }`);

  it('that does not load is a failing test for each mistake, at its position', async () => {
    withAgent();
    write(suite, '{"id": "a", "input": "x", "asert": []}\n{"id": "b"}\n');
    const { code, tests, output } = await runVitest();
    expect(code).toBe(1);
    expect(tests).toEqual([`failed: ${suite} ${suite}:1:27`, `failed: ${suite} ${suite}:2:1`]);
    expect(output).toContain('unknown key "asert" (did you mean "assert"?)');
    expect(output).toContain(`❯ ${suite}:1:27`);
  });

  it('that cannot be run is a failing test that says why', async () => {
    rmSync(path.join(project, 'tests/refunds.test.ts'));
    const mistakes: [options: string, message: string][] = [
      [`'${suite}', { agent: 'dsk' }`, 'agent "dsk" not found'],
      [`'${suite}'`, 'no agent found'],
      [`'${suite}', { agent: () => 'x', tag: 'nightly' }`, 'nothing to run'],
      [`'${suite}', { agent: () => 'x', tags: 'smoke' }`, 'unknown option "tags" (did you mean "tag"?)'],
      [`'tests/refund.jsonl', { agent: () => 'x' }`, 'did you mean tests/refunds.jsonl?'],
      [`'${suite}', { agent: () => 'x', shard: '1/2' }`, '"shard" is not for Vitest'],
    ];
    for (const [index, [options]] of mistakes.entries()) test(options, '', `tests/mistake-${index}.test.ts`);
    const { code, tests, output } = await runVitest();
    expect(code).toBe(1);
    expect(tests).toHaveLength(mistakes.length);
    expect(tests.every((one) => one.startsWith('failed: '))).toBe(true);
    for (const [, message] of mistakes) expect(output).toContain(message);
  });

  it('may be narrowed by tags, and fails by its gates after its tests', async () => {
    write(suite, [
      { id: 'a', input: 'x', tags: ['kind'], assert: { type: 'contains', value: 'hello' } },
      { id: 'b', input: 'x', assert: { type: 'contains', value: 'other' } },
    ]);
    const gates = `tag: 'kind', failOnUnjudged: true, history: false`;
    withAgent(`, ${gates}`);
    const calling = `() => ({ content: 'hello', tool_calls: [{ tool: 'extra' }] })`;
    test(`'${suite}', { agent: ${calling}, ${gates} }`, '', 'tests/gated.test.ts');
    const { code, tests, output } = await runVitest();
    expect({ code, tests }).toEqual({ code: 1, tests: [`passed: ${suite} a`, `passed: ${suite} a`] });
    expect(output).toContain('FAIL  tests/gated.test.ts');
    expect(output).not.toContain('FAIL  tests/refunds.test.ts');
    expect(output).toContain('unjudged');
  });

  it('is repeated case by case when Vitest retries', async () => {
    test(`'${suite}', { agent: () => (++calls > 1 ? 'hello' : 'no') }`, 'let calls = 0;');
    write(suite, [{ id: 'a', input: 'x', assert: { type: 'contains', value: 'hello' } }]);
    expect(await runVitest('--retry=1')).toMatchObject({ tests: [`passed: ${suite} a`] });
    expect(storedRuns().map(({ status }) => status)).toEqual(['passed', 'failed']);
  });
});

describe('watch mode', () => {
  it('runs a suite again when its cases or its agent change, and nothing else', async () => {
    write('runner.config.json', '{"agents": {"desk": {"type": "module", "path": "src/desk.ts"}}}');
    write('src/desk.ts', `export default () => 'hello';\n`);
    write(
      'tests/refunds.test.ts',
      `import { describeSuite } from 'turntree/vitest';\ndescribeSuite('${suite}', { agent: 'desk' });\n`,
    );
    write('tests/other.test.ts', `import { it } from 'vitest';\nit('is other', () => console.log('OTHER RAN'));\n`);
    const expects = (value: string) => [{ id: 'a', input: 'x', assert: { type: 'contains', value } }];
    write(suite, expects('hello'));
    const vitest = startVitest('--watch');
    await vitest.prints(1, 'Waiting for file changes');
    expect(vitest.printed()).toContain('2 passed');
    write(suite, expects('good morning'));
    await vitest.prints(1, 'Tests failed. Watching for file changes');
    expect(vitest.printed()).toContain('expected output to contain "good morning", got "hello"');
    write('src/desk.ts', `export default () => 'good morning';\n`);
    await vitest.prints(2, 'Waiting for file changes');
    write(suite, '{"id": }\n');
    await vitest.prints(2, 'Tests failed. Watching for file changes');
    expect(vitest.printed()).toContain(`${suite}:1:8`);
    expect(vitest.printed().split('OTHER RAN')).toHaveLength(2);
    vitest.child.kill('SIGINT');
    await once(vitest.child, 'close');
  });
});
