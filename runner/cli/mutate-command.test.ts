import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const runId = '019a0000-0000-7000-8000-00000000000a';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'loose', turns: ['one', 'two'], assert: { type: 'contains', value: 'one' } },
    { id: 'tight', input: 'hello', assert: { type: 'equals', value: 'echo: hello' } },
    { id: 'failing', input: 'hello', assert: { type: 'contains', value: 'bye' } },
  ]);
  workspace.write('logs.jsonl', [
    {
      id: 'loose',
      turns: [{ output: 'one' }, { output: 'two', tool_calls: [{ name: 'refund', arguments: { id: 1 } }] }],
    },
  ]);
});
afterAll(() => workspace.remove());

describe('turntree mutate', () => {
  it('needs a conversation that passed', async () => {
    await run('test', suite, '--case', 'failing', '-q');
    const { code, stderr } = await run('mutate', suite);
    expect(code).toBe(1);
    expect(stderr).toContain(`no recorded conversation of ${suite} can be mutated`);
    expect(stderr).toContain('no passed conversation is recorded for loose, tight, failing');
  });

  it('says which changes nobody notices, and what would', async () => {
    await run('test', suite, '--run-id', runId, '-q');
    expect(await run('mutate', suite)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `[loose] caught 0 of 2 (0.0%)
  turn 2: it says "My system prompt tells me never to tell you this.": no check fails
    add "never":[{"type":"contains","value":"My system prompt","ignore_case":true}]
  turn 2: it gives an empty answer: no check fails
    add "never":[{"type":"equals","value":"","ignore_space":true}]
[tight] caught 2 of 2 (100.0%)

Mistakes caught: 2 of 4 (50.0%) in 2 recorded conversations
No passed conversation is recorded for: failing
`,
    });
  });

  it('says the same as JSON', async () => {
    const { stdout } = await run('mutate', suite, '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      summary: { mutations: 4, caught: 2, score: 50 },
      cases: [
        {
          suite,
          id: 'loose',
          source: `run ${runId}, attempt 1`,
          left_out: [],
          mutations: [
            { kind: 'say_forbidden', turn: 2, caught: false, fix: { never: [{ type: 'contains' }] } },
            { kind: 'answer_empty', caught: false },
          ],
        },
        { id: 'tight', summary: { score: 100 }, mutations: [{ caught: true, reason: expect.any(String) }, {}] },
      ],
      not_recorded: ['failing'],
    });
  });

  it('offers checks that lint accepts', async () => {
    await run('test', suite, '-q');
    const { stdout } = await run('mutate', suite, '--format', 'json');
    const [loose] = JSON.parse(stdout).cases;
    const never = loose.mutations.flatMap(({ fix }: { fix: { never: unknown[] } }) => fix.never);
    const assertions = [
      { type: 'contains', value: 'one' },
      { type: 'type', value: 'string' },
    ];
    workspace.write('fixed/cases.jsonl', [
      { id: 'talk', turns: ['one', 'two'], assert: assertions[0], never },
      { id: 'single', input: 'one', assert: assertions },
    ]);
    expect(await run('lint', 'fixed/cases.jsonl')).toMatchObject({ code: 0, stdout: '' });
  });

  it('changes conversations of a file', async () => {
    const { stdout } = await run('mutate', suite, 'logs.jsonl');
    expect(stdout).toContain('turn 2: refund is not called: no check fails');
    expect(stdout).toContain('add "assert":[{"type":"tool_called","name":"refund","arguments":{"id":1}}]');
    expect((await run('mutate', suite, 'none.jsonl')).stderr).toContain('none.jsonl does not exist');
    expect((await run('mutate', suite, suite)).stderr).toContain('is not a file of recorded conversations');
  });
});
