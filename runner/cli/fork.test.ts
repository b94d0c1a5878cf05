import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getAttemptState, getRunState, listForksOfRun, listRuns, readTrends } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'tests/desk.jsonl';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', suite, '-n', 'desk', '--no-output', ...args], { cwd: workspace.root });

function history<Result>(use: (database: ReturnType<typeof openDatabase>) => Result): Result {
  const database = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}
const newest = () => history((database) => listRuns(database, { limit: 1 })[0]?.runId ?? '');
const readAttempt = (runId: string, caseId: string, attempt = 1) =>
  history((database) => getAttemptState(database, runId, { suiteKey: suite, caseId, attempt }));

/** An agent that reports how many messages it received, and follows the last message as an instruction. */
const agentSource = `
export default function desk({ input, messages }) {
  if (/look/.test(input)) return { content: 'looked up', tool_calls: [{ tool: 'lookup', arguments: {}, result: 1 }] };
  if (/please/.test(input)) return 'offer after ' + messages.length;
  return 'no';
}
`;
const talk = {
  id: 'T',
  turns: ['look', 'give', 'thanks'],
  checkpoints: [
    { id: 'lookup', assert: { type: 'tool_called', value: 'lookup' } },
    { id: 'offer', after: ['lookup'], assert: { type: 'contains', value: 'offer' } },
  ],
  assert: { type: 'tool_called', value: 'lookup' },
};

beforeEach(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.mjs' } } });
  workspace.write('desk.mjs', agentSource);
  workspace.write(suite, [talk, { id: 'S', input: 'give', assert: { type: 'contains', value: 'offer' } }]);
});
afterEach(() => workspace.remove());

describe('--fork', () => {
  it('goes on from a turn with what stands before it, and judges what was not reached by then', async () => {
    expect((await run()).code).toBe(1);
    const origin = newest();
    const words = ['--fork', origin, '--case', 'T', '--fork-turn', '2', '--fork-message', 'give, please'];
    expect(await run(...words, '--runs', '3')).toMatchObject({ code: 0 });
    const fork = newest();
    const { turns, result, checkpointChecks } = readAttempt(fork, 'T', 3);
    expect(turns.map(({ turn, output }) => [turn, output])).toEqual([
      [1, 'looked up'],
      [2, 'offer after 5'],
      [3, 'no'],
    ]);
    expect(result).toMatchObject({
      status: 'passed',
      checkpoints: [
        { id: 'lookup', reachedAtTurn: 1 },
        { id: 'offer', reachedAtTurn: 2 },
      ],
    });
    expect(checkpointChecks.filter(({ state }) => state === 'reached').map(({ turn }) => turn)).toEqual([1, 2]);
    const state = history((database) => getRunState(database, fork));
    const place = { runId: origin, suiteKey: suite, caseId: 'T', attempt: 1, turn: 2 };
    expect(state?.options?.fork).toEqual({ ...place, was: 'failed', message: 'give, please' });
    expect(history((database) => listForksOfRun(database, origin))).toEqual([
      { ...place, runId: fork, status: 'passed', passed: 3, judged: 3, attempts: 3 },
    ]);
  });

  it('asks a single question again, in other words', async () => {
    await run();
    const origin = newest();
    expect((await run('--fork', origin, '--case', 'S', '--fork-message', 'please')).code).toBe(0);
    expect(readAttempt(newest(), 'S').turns).toMatchObject([{ turn: 1, input: 'please', output: 'offer after 1' }]);
  });

  it('is no run of its suite: not in trends, no baseline, not what last failed', async () => {
    await run();
    await run('--fork', 'latest', '--case', 'S', '--fork-message', 'please');
    const trend = history((database) =>
      readTrends(database, {
        suiteKey: suite,
        agentId: 'desk',
        connector: '-',
        window: 'all',
        same: false,
        now: Date.now(),
      }),
    );
    expect(trend.runs).toHaveLength(1);
    const again = await run('--last-failed', '--dry-run');
    expect(again.stdout.trim().split('\n')).toHaveLength(2);
  });

  it('has another system prompt where the agent is a model behind one, and nowhere else', async () => {
    const server = await startOpenAIServer({
      handler: ({ body }) => ({ type: 'answer', content: JSON.stringify(body.messages) }),
    });
    try {
      const clerk = { type: 'openai', base_url: `${server.url}/v1`, model: 'm', system: 'Be brief.' };
      workspace.write('runner.config.json', { agents: { desk: { type: 'module', path: 'desk.mjs' }, clerk } });
      await run();
      const refused = await run('--fork', 'latest', '--case', 'S', '--fork-system', 'Be kind.');
      expect(refused.stderr).toContain('agent "desk" is not a model with a system prompt');
      await run('-n', 'clerk');
      await run('-n', 'clerk', '--fork', 'latest', '--case', 'S', '--fork-system', 'Be kind.');
      expect(readAttempt(newest(), 'S').turns[0]?.output).toContain('Be kind.');
      expect(readAttempt(newest(), 'S').turns[0]?.output).not.toContain('Be brief.');
    } finally {
      await server.close();
    }
  });

  it('says what it lacks', async () => {
    await run();
    const readStderr = async (...words: string[]) => (await run(...words)).stderr;
    expect(await readStderr('--fork-turn', '2')).toContain('--fork-turn needs --fork');
    expect(await readStderr('--fork', 'latest')).toContain('name it with --case');
    expect(await readStderr('--fork', 'latest', '--case', 'T', '--fork-turn', '9')).toContain('has 3 turns');
    expect(await readStderr('--fork', 'latest', '--case', 'T', '--fork-attempt', '2')).toContain('is not complete');
    expect(await readStderr('--fork', 'latest', '--case', 'nobody')).toContain('has no case nobody');
    expect(await readStderr('--fork', 'latest', '--case', 'T', '--last-failed')).toContain('exclude each other');
  });
});
