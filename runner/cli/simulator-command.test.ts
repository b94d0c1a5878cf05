import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/talks.jsonl';
let workspace: EchoWorkspace;

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const talk = (id: string) => ({
  id,
  input: `Hello, please tell me about ${id}`,
  simulator: 'simulator',
  max_turns: 3,
  until: 'done',
  assert: { type: 'contains', value: 'echo' },
});

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(
    suite,
    Array.from({ length: 6 }, (_, index) => talk(`T${index}`)),
  );
  workspace.write('plain.jsonl', [{ id: 'P', input: 'hello', assert: { type: 'contains', value: 'hello' } }]);
  workspace.write(
    'people.jsonl',
    Array.from({ length: 6 }, (_, index) => ({
      id: `person ${index}`,
      turns: [
        { input: 'cancel order 4711123', output: 'Why?' },
        { input: 'broken', output: 'I cannot do that.' },
        { input: 'No, that is not good enough!', output: 'Done.' },
      ],
    })),
  );
  await run('test', 'plain.jsonl', '-n', 'echo', '-q');
  await run('test', suite, '-q');
});
afterAll(() => workspace.remove());

describe('turntree simulator check', () => {
  it('measures the users of the newest run of a suite', async () => {
    const { code, stdout } = await run('simulator', 'check', suite);
    expect(code).toBe(0);
    expect(stdout).toContain('simulated: 6 conversations, 18 messages\n');
    expect(stdout).toMatch(/messages with polite words +33\.3%\n/);
    expect(stdout).toMatch(/messages with a question +66\.7%\n/);
  });

  it('takes runs and folders as well', async () => {
    const { stdout } = await run('simulator', 'check', suite);
    expect((await run('simulator', 'check', 'latest')).stdout).toBe(stdout);
    expect((await run('simulator', 'check', 'assistants')).stdout).toBe(stdout);
  });

  it('compares them with people', async () => {
    const { stdout } = await run('simulator', 'check', suite, '--against', 'people.jsonl', '--format', 'json');
    const report = JSON.parse(stdout);
    expect(report.people).toEqual({ conversations: 6, messages: 18 });
    expect(report.auc.value).toBe(1);
    const questions = report.measures.find(({ id }: { id: string }) => id === 'question_share');
    expect(questions.difference.value).toBeCloseTo(2 / 3);
    const text = await run('simulator', 'check', suite, '--against', 'people.jsonl');
    expect(text.stdout).toContain(
      'a simple classifier distinguishes simulated users from people with AUC 1.00 (95%: 1.00 to 1.00); 0.50 is chance',
    );
    const markdown = await run('simulator', 'check', suite, '--against', 'people.jsonl', '--format', 'md');
    expect(markdown.stdout).toContain('| messages with a question | 66.7% | 0.0% | +66.7 points (+66.7 to +66.7) |');
  });

  it('says what is missing', async () => {
    expect((await run('simulator', 'check', 'plain.jsonl')).stderr).toContain(
      'plain.jsonl has no conversation of a simulated user',
    );
    expect((await run('simulator', 'check', 'runner.config.json')).stderr).toContain('the history has no run of');
    expect((await run('simulator', 'check', 'none')).code).toBe(1);
    const broken = await run('simulator', 'check', suite, '--against', 'runner.config.json');
    expect(broken.stderr).toContain('runner.config.json cannot be read as transcripts');
  });
});
