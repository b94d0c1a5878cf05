import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewVerdict } from '../contract/index.ts';
import { openDatabase } from '../history/db/index.ts';
import { saveReview } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type ChatHandler, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/judged.jsonl';
const key = 'sk-loopback-canary-1234567890';
let workspace: EchoWorkspace;
let server: OpenAIServer;
let isDown = false;
/** The number of calls so far, by the name of the model. */
const calls = new Map<string, number>();

const verdict = (passed: boolean) => ({
  type: 'answer' as const,
  content: JSON.stringify({ passed, reason: 'so it is' }),
});
const criterionIn = (text: string) => String(JSON.parse(text).criteria);

/**
 * Fake judge models: `steady` answers by the criterion alone, `fickle` fails every fourth call, `first` prefers the
 * first text.
 */
const judges: ChatHandler = ({ body }) => {
  const call = (calls.get(body.model) ?? 0) + 1;
  calls.set(body.model, call);
  const text = String(body.messages.at(-1)?.content);
  if (isDown) return { type: 'error', status: 400, message: 'the judge is away' };
  if (body.model === 'fickle') return verdict(call % 4 !== 0);
  if (body.model === 'first') {
    const [one = '', other = ''] = [...text.matchAll(/<answer-\d>\s*(\S+)\s*<\/answer/g)].map(([, word]) => word ?? '');
    return { type: 'answer', content: one <= other ? 'Fine.\nA' : 'Bad.\nB' };
  }
  return verdict(criterionIn(text) !== 'rude');
};

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root, variables: { KEY: key } });
const asking = (id: string, use: string, value: string) => ({
  id,
  input: `hello ${id}`,
  assert: { type: 'agent', use, value },
});

beforeAll(async () => {
  server = await startOpenAIServer({ handler: judges, key });
  workspace = createEchoWorkspace();
  const model = (name: string) => ({ type: 'openai', base_url: server.url, model: name, api_key: '$ENV.KEY' });
  workspace.write('runner.config.json', {
    agents: {
      echo: scriptedEcho,
      steady: model('steady'),
      fickle: model('fickle'),
    },
    defaults: { parallel: 1 },
  });
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

function review(caseId: string, reviewer: string, reviewVerdict: ReviewVerdict): void {
  const database = openDatabase(`${workspace.root}/.runner/history.db`);
  const runId = database.sqlite.prepare<[], string>('SELECT id FROM runs ORDER BY started_at DESC').pluck().get() ?? '';
  saveReview(database, runId, {
    suiteKey: suite,
    caseId,
    attempt: 1,
    reviewer,
    verdict: reviewVerdict,
    reviewedAt: Date.now(),
  });
  database.close();
}

const judgesIn = ({ stdout }: CliResult) => JSON.parse(stdout).suites[0].judges;

describe('turntree judge check', () => {
  it('says that there is nothing to ask for before the suite has run', async () => {
    workspace.write(suite, [asking('A', 'steady', 'kind')]);
    const nowhere = await run('judge', 'check', suite);
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect(nowhere.stderr).toContain('there is no history');
    workspace.write('plain.jsonl', [{ id: 'P', input: 'hello', assert: { type: 'contains', value: 'hello' } }]);
    await run('test', 'plain.jsonl', '-n', 'echo', '-q');
    const unasked = await run('judge', 'check', 'plain.jsonl');
    expect(unasked.code).toBe(1);
    expect(unasked.stderr).toContain('the history has no judge verdict on the cases as they are now');
    expect((await run('judge', 'weigh', suite)).stderr).toContain('Allowed choices are check');
  });

  it('calls a judge steady that says the same each time, and says how few verdicts that is', async () => {
    await run('test', suite, '-q');
    const checked = await run('judge', 'check', suite);
    expect(checked.code).toBe(0);
    expect(checked.stderr).toBe('turntree: asking 1 judge again for 1 verdict, 5 times each: 5 calls\n');
    expect(checked.stdout).toContain('? steady: kind\n');
    expect(checked.stdout).toContain('0 of 5 (0%, 95%: 0% to ');
    expect(checked.stdout).toContain('    too few to say\n');
    expect(calls.get('steady')).toBe(6);
  });

  describe('of judges that are not alike', () => {
    beforeAll(async () => {
      const many = Array.from({ length: 8 }, (_, at) => asking(`S${at}`, 'steady', at % 2 === 0 ? 'kind' : 'rude'));
      const few = Array.from({ length: 4 }, (_, at) => asking(`F${at}`, 'fickle', 'kind'));
      workspace.write(suite, [...many, ...few]);
      await run('test', suite, '-q');
    });

    it('finds the one that changes its mind, by criterion', async () => {
      const checked = await run('judge', 'check', suite, '--format', 'json');
      expect(checked.code).toBe(1);
      expect(checked.stderr).toContain('turntree: exit 1: 1 judge unreliable\n');
      const [kind, rude, whole, fickle] = judgesIn(checked);
      expect(kind).toMatchObject({ judge: 'steady', criterion: 'kind', verdicts: 4, flips: { count: 0, of: 20 } });
      expect(rude).toMatchObject({ judge: 'steady', criterion: 'rude', verdicts: 4, standing: 'too_few' });
      expect(whole).toMatchObject({ judge: 'steady', all_criteria: true, verdicts: 8 });
      expect(fickle).toMatchObject({ judge: 'fickle', standing: 'unreliable', verdicts: 4 });
      expect(fickle.flips.rate).toBeGreaterThan(0.05);
      expect(fickle.flips.interval[0]).toBeLessThan(fickle.flips.rate);
      expect(fickle.reasons[0]).toMatch(
        /^asked again, the judge changes \d+ of 20 \(\d+%, 95%: \d+% to \d+%\) verdicts$/,
      );
    });

    it('holds people against the judge, and takes no word of nobody', async () => {
      for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) review(`S${at}`, 'ann', at % 2 === 0 ? 'good' : 'bad');
      review('S7', 'bob', 'good');
      review('F0', ' ', 'bad');
      const [kind, rude, whole] = judgesIn(await run('judge', 'check', suite, '--format', 'json'));
      expect(kind).toMatchObject({ labels: 4, specificity: { count: 4, of: 4 }, sensitivity: { of: 0, rate: null } });
      expect(rude).toMatchObject({ labels: 3, sensitivity: { count: 3, of: 3 } });
      expect(whole).toMatchObject({ labels: 7, kappa: { value: 1 } });
      expect(whole.kappa.interval[0]).toBeGreaterThan(0.4);
      const { stdout } = await run('judge', 'check', suite);
      expect(stdout).toContain('Reviewed attempts left out, because people disagree about them: 1\n');
      expect(stdout).toContain('Reviews rejected, because they name no reviewer: 1\n');
      expect((await run('judge', 'check', suite, '--format', 'md')).stdout).toContain('**❌ Unreliable judges: 1**');
    });

    it('marks one that people disagree with, though it never flips', async () => {
      for (const at of [0, 2, 4, 6]) review(`S${at}`, 'ann', 'bad');
      for (const at of [1, 3, 5]) review(`S${at}`, 'ann', 'good');
      const [, , whole] = judgesIn(await run('judge', 'check', suite, '--format', 'json'));
      expect(whole).toMatchObject({ standing: 'unreliable', flips: { count: 0 }, kappa: { value: -0.96 } });
      expect(whole.reasons[0]).toContain('agreement with people: κ -0.96');
    });

    it('lets the check before stand when no judge answers', async () => {
      isDown = true;
      const { code, stderr, stdout } = await run('judge', 'check', suite);
      isDown = false;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('no judge answered; the previous check still counts');
      expect(stderr).toContain('the judge is away');
    });

    it('marks the verdicts of an unreliable judge wherever they are shown', async () => {
      const mark = 'unreliable judge: asked again, ';
      const fickle = await run('show', 'latest', 'F0');
      expect(fickle.stdout).toContain(mark);
      expect((await run('show', 'latest', 'S0')).stdout).toContain('unreliable judge: agreement with people: κ -0.96');
      const [shownAttempt] = JSON.parse((await run('show', 'latest', 'F0', '--format', 'json')).stdout);
      expect(shownAttempt.assertions[0].agent_validation.unreliable).toMatch(/^asked again, /);
      await run('report', 'latest', '-o', 'out.json', '-o', 'out.html', '-o', 'out.md');
      for (const file of ['out.json', 'out.md']) {
        expect(readFileSync(path.join(workspace.root, file), 'utf8')).toContain('asked again, ');
      }
    });
  });

  it('exchanges the texts of comparisons', async () => {
    workspace.write(
      'config.yml',
      'models:\n  - {name: first, vendor: openai, model_ref: first, key_var: KEY}\ndatabases: []\n',
    );
    const tests = [
      { type: 'consistency', n: 3, concurrency: 1, task_description: 'say', metrics: [{ type: 'similarity' }] },
    ];
    workspace.write(
      'agents/sales.agent.yml',
      JSON.stringify({ model: 'first', system_instructions: 'Answer.', tests }),
    );
    workspace.write('words.ts', 'let n = 0;\nexport default async () => ["apple", "berry", "cherry"][n++ % 3];\n');
    workspace.write('runner.config.json', {
      agents: { words: { type: 'module', path: 'words.ts', isolate: 'suite' } },
      models: { first: { type: 'openai', options: { host: server.url, model: 'first', key: '$ENV.KEY' } } },
      defaults: { parallel: 1 },
    });
    await run('test', 'agents/sales.agent.yml', '-n', 'words', '--no-output');
    const checked = await run('judge', 'check', 'agents/sales.agent.yml', '--format', 'json');
    expect(checked.stderr).toContain('for 3 verdicts, 5 times each: 30 calls');
    expect(judgesIn(checked)).toMatchObject([
      {
        judge: 'similarity',
        standing: 'unreliable',
        verdicts: 3,
        flips: { count: 0, of: 15 },
        swapped: { count: 15, of: 15 },
      },
    ]);
    const why = 'with the two compared texts swapped, the judge changes 15 of 15';
    const [result] = JSON.parse((await run('show', 'latest', '--format', 'json')).stdout).results;
    expect(result.scores[0].unreliable).toContain(why);
    expect((await run('show', 'latest', result.id)).stdout).toContain(`unreliable judge: ${why}`);
  });

  it('says which verdicts it leaves out, and why', async () => {
    isDown = false;
    workspace.write('runner.config.json', {
      agents: { steady: { type: 'openai', base_url: server.url, model: 'steady', api_key: '$ENV.KEY' } },
    });
    workspace.write(
      'tests/rows.csv',
      'scorer_type,id,input,expected_output,expected_score_min,expected_score_max\nagent:steady,R1,hello,kind,1,1\n',
    );
    await run('test', 'tests/rows.csv', '-q', '--no-output');
    const { code, stderr } = await run('judge', 'check', 'tests/rows.csv');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Verdicts left out, because they belong to no assertion of a case (those of scorer agents and of t.assert.Agent): 1\n',
    );
  });
});
