import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';

const suite = 'agents/sales.agent.yml';
const patiently = { timeout: 60_000 };
let workspace: EchoWorkspace;
const place = (file: string) => path.join(workspace.root, file);
const variables = () => ({ DESK: place('desk') });
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', suite, '-n', 'desk', '--no-output', ...args], { cwd: workspace.root, variables: variables() });
const calls = () =>
  existsSync(place('desk.calls')) ? readFileSync(place('desk.calls'), 'utf8').trim().split('\n') : [];
const outputLines = ({ stderr }: CliResult) => stderr.trimEnd().split('\n');

/**
 * A test agent that answers with the n-th word of its question at the n-th call. The word `throw` makes it fail, `hang`
 * makes it never answer, `wait` makes it wait for a file.
 */
const agentSource = `
import { appendFileSync, existsSync } from 'node:fs';
export default async function desk({ input, session_id }: { input: string; session_id: string }): Promise<string> {
  const words = input.split(' ');
  const word = words[(Number(session_id.split(':').at(-1)) - 1) % words.length] ?? '';
  const place = process.env.DESK ?? '';
  appendFileSync(place + '.calls', word + '\\n');
  if (word === 'throw') throw new Error('no connection');
  if (word === 'hang' || (word === 'wait' && !existsSync(place + '.open'))) await new Promise(() => undefined);
  return word;
}
`;
/** Two answers agree if they are the same word. */
const judge = [
  {
    when: { system: '/<answer-1>\\s*(?:yes|wait)\\s*<\\/answer-1>\\s*<answer-2>\\s*(?:yes|wait)\\s*</' },
    answer: 'Same.\nA',
  },
  { answer: '1. the word\n+++ yes\n--- no\nB' },
];

type Test = { question: string; n: number; recall?: true; similarity?: false };

function writeTests(...tests: Test[]): void {
  const entries = tests.map(({ question, n, recall, similarity }) => ({
    type: 'consistency',
    n,
    concurrency: 1,
    task_description: question,
    metrics: [
      ...(similarity === false ? [] : [{ type: 'similarity' }]),
      ...(recall === true ? [{ type: 'context_recall' }] : []),
    ],
  }));
  workspace.write(suite, JSON.stringify({ model: 'gpt', system_instructions: 'Answer.', tests: entries }));
}

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write(
    'config.yml',
    'models:\n  - {name: gpt, vendor: openai, model_ref: gpt-4.1, key_var: KEY}\ndatabases: []\n',
  );
  workspace.write('runner.config.json', {
    agents: { desk: { type: 'module', path: 'desk.ts', record: 'answers' } },
    models: { gpt: { type: 'scripted', rules: judge } },
  });
  workspace.write('desk.ts', agentSource);
});
afterEach(() => workspace.remove());

describe('a consistency test on the command line', () => {
  it('prints its accuracy, and low accuracy alone is not a failure', async () => {
    writeTests({ question: 'yes yes yes no', n: 4 });
    const { code, stdout, stderr } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('\n✅Eval finished with metrics:\nAccuracy: 50.00%\n');
    expect(stdout).toContain('  │ Inconsistent: answers 3 and 4\n  │   1. the word\n  │   +++ yes\n  │   --- no\n');
    expect(stdout).toContain(
      '✓ PASSED: no case could fail: the cases were only measured, and --min-accuracy is not given\n',
    );
    expect(stderr).toBe('');
    const showResult = await runCli(['show', 'latest'], { cwd: workspace.root });
    expect(showResult.stdout).toContain('  │ Inconsistent: answers 3 and 4\n');
    expect(showResult.stdout).toContain('\n✅Eval finished with metrics:\nAccuracy: 50.00%\n');
  });

  it('prints one line of JSON and nothing else, whatever happened', async () => {
    writeTests({ question: 'yes', n: 2 }, { question: 'yes no throw', n: 3 }, { question: 'throw', n: 2 });
    const result = await run('--format', 'json', '--quiet');
    expect(result).toMatchObject({ code: 1, stdout: '{"accuracy": [1, 0, null]}\n' });
    expect(
      outputLines(result)
        .filter((line) => line.includes(': answer '))
        .sort(),
    ).toEqual([
      expect.stringContaining('turntree: test-2: answer 3: agent error: no connection'),
      expect.stringContaining('turntree: test-3: answer 1: agent error: no connection'),
      expect.stringContaining('turntree: test-3: answer 2: agent error: no connection'),
    ]);
    expect(outputLines(result).at(-1)).toBe('turntree: exit 1: 1 error');
  });

  it('prints the metrics alone when it is quiet, and on standard error what broke', async () => {
    writeTests({ question: 'yes throw yes', n: 3 });
    const result = await run('-q');
    expect(result).toMatchObject({ code: 0, stdout: '✅Eval finished with metrics:\nAccuracy: 100.00%\n' });
    expect(outputLines(result)).toEqual([
      expect.stringContaining('turntree: test-1: answer 2: agent error: no connection'),
    ]);
  });

  it('is compared with a threshold, on average or each', async () => {
    writeTests({ question: 'yes', n: 2 }, { question: 'yes yes yes no', n: 4 });
    const last = async (...args: string[]) => {
      const result = await run('--format', 'json', '-q', ...args);
      expect(result.stdout).toBe('{"accuracy": [1, 0.5]}\n');
      return [result.code, outputLines(result).at(-1)];
    };
    expect(await last('--min-accuracy', '0.8')).toEqual([
      1,
      'turntree: exit 1: Average accuracy 0.7500 below threshold 0.8000',
    ]);
    expect((await last('--min-accuracy', '0.75'))[0]).toBe(0);
    expect(await last('--min-accuracy', '0.75', '--threshold-mode', 'all')).toEqual([
      1,
      'turntree: exit 1: 1 test(s) below threshold 0.7500: Test 2: 0.5000',
    ]);
    const refused = await run('--min-accuracy', '1.5');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('min-accuracy must be between 0.0 and 1.0, got: 1.5');
  });

  it('warns of a threshold that there is no accuracy for', async () => {
    writeTests({ question: 'yes', n: 2, recall: true, similarity: false });
    workspace.write(
      'desk.ts',
      "export default () => ({ content: 'x', tool_calls: [{ tool: 'find', arguments: {}, result: 'a document' }] });",
    );
    const { code, stdout, stderr } = await run('--format', 'json', '-q', '--min-accuracy', '0.9');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"recall": 1}\n' });
    expect(stderr).toContain('Warning: --min-accuracy specified but no accuracy metrics found\n');
  });

  it('gives every answer the whole timeout', async () => {
    writeTests({ question: 'yes hang yes', n: 3 });
    const { code, stdout } = await run('--timeout', '4s');
    expect(code).toBe(0);
    expect(stdout).toContain('  │ answer 2: timeout after 4s');
    expect(stdout).toContain('Accuracy: 100.00%');
  });

  it('replays what was recorded, answers and verdicts in their places', async () => {
    writeTests({ question: 'yes no yes', n: 3 });
    expect((await run('--record')).code).toBe(0);
    writeFileSync(place('desk.calls'), '');
    const { code, stdout, stderr } = await run('--replay', 'strict', '--format', 'json', '-q');
    expect({ code, stdout, calls: calls() }).toEqual({ code: 0, stdout: '{"accuracy": 0.3333333}\n', calls: [''] });
    expect(stderr).toContain('turntree: 6 answers from the cassette\n');
  });

  it('is taken up again where it was stopped, and keeps what was complete', async () => {
    writeTests({ question: 'yes', n: 2 }, { question: 'wait', n: 2 });
    const cli = startCli(['test', suite, '-n', 'desk', '--no-output', '--parallel', '1'], {
      cwd: workspace.root,
      variables: variables(),
    });
    await expect.poll(calls, patiently).toContain('wait');
    cli.child.kill('SIGINT');
    expect(await cli.done).toMatchObject({ code: 130, stdout: expect.stringContaining('Accuracy: 100.00%') });
    writeFileSync(place('desk.open'), '');
    writeFileSync(place('desk.calls'), '');
    const resumed = await runCli(['test', '--resume', 'latest', '--no-output', '--format', 'json'], {
      cwd: workspace.root,
      variables: variables(),
    });
    expect(resumed).toMatchObject({ code: 0, stdout: '{"accuracy": [1, 1]}\n' });
    expect(resumed.stderr).toContain('Answers:   4 of 4 (100.0%)');
    expect(calls()).toEqual(['wait', 'wait']);
  });

  it('is measured over all its runs, and none below a threshold stops the others', async () => {
    writeTests({ question: 'yes yes yes no', n: 4 }, { question: 'yes', n: 2 });
    const runs = await run('--runs', '2', '--format', 'json', '-q');
    expect(runs).toMatchObject({ code: 0, stdout: '{"accuracy": [0.5, 1]}\n' });
    const failFast = ['--fail-fast', '--parallel', '1', '--format', 'json', '-q'];
    expect(await run(...failFast)).toMatchObject({ code: 0, stdout: '{"accuracy": [0.5, 1]}\n' });
    const missed = await run(...failFast, '--min-accuracy', '0.8');
    expect(missed).toMatchObject({ code: 1, stdout: '{"accuracy": [0.5, 1]}\n' });
  });
});
