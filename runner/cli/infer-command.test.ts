import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { saveReview } from '../history/index.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace, removeTemporaryWorkspaces } from '../testing/workspace.ts';

// An agent whose answers come from a test file.
const agent = `
import { readFileSync } from 'node:fs';
import path from 'node:path';
export default async ({ input }: { input: string }) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'answers.json'), 'utf8'))[input];`;
const right = {
  content: 'Refunded 12.50 EUR.',
  tool_calls: [
    { tool: 'get_order', arguments: { id: 'A-1' }, result: { total: 12.5 } },
    { tool: 'refund', arguments: { id: 'A-1', amount: 12.5 }, result: true },
  ],
};
const wrong = {
  content: 'Done.',
  tool_calls: [{ tool: 'refund', arguments: { id: 'A-1', amount: 99 }, result: true }],
};
const assert = { type: 'contains', value: 'Refunded' };
const cases = [
  { id: 'refund', input: 'refund', assert },
  { id: 'other', input: 'other', assert },
];
const ids = [
  '019a0000-0000-7000-8000-00000000000a',
  '019a0001-0000-7000-8000-00000000000b',
  '019a0002-0000-7000-8000-00000000000c',
];
const [allWrong = '', allRight = '', later = ''] = ids;

let root: string;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: root });
const play = (runId: string, answers: object, ...flags: string[]): Promise<CliResult> => {
  writeFileSync(path.join(root, 'answers.json'), JSON.stringify(answers));
  return run('test', 'cases.jsonl', '-n', 'desk', '--run-id', runId, '-q', '--no-output', ...flags);
};

beforeAll(async () => {
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { desk: { type: 'module', path: 'agent.ts' } } }),
    'agent.ts': agent,
    'cases.jsonl': cases.map((each) => `${JSON.stringify(each)}\n`).join(''),
    'scripts.jsonl': '',
  });
});
afterAll(removeTemporaryWorkspaces);

describe('turntree infer', () => {
  it('needs a good conversation', async () => {
    await play(allWrong, { refund: wrong, other: wrong }, '--runs', '2');
    const { code, stdout, stderr } = await run('infer', 'cases.jsonl', '--case', 'refund');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('nothing to learn from: 0 good, 2 bad');
    expect(stderr).toContain('review an attempt as good, or name one: --good latest/<case>');
  });

  it('says the rules of each case, and what they catch', async () => {
    await play(allRight, { refund: right, other: wrong });
    expect(await run('infer', 'cases.jsonl')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `[refund] 1 good (weak label: only the verdict of the case), 2 bad (weak label: only the verdict of the case)
  must   refund({"amount":12.5,"id":"A-1"})  (from 1 good one, catches 2 of 2 bad)
  only   no other call that changes anything  (from 1 good one, catches 2 of 2 bad)

[other] 0 good, 3 bad (weak label: only the verdict of the case): nothing to learn from

Calls that change nothing: get_* find_* list_* search_* lookup_* read_* calculate* think*
Rules of the kinds must and only are not tested against chance. The other rules are tested with 1,000 permutations of the labels, at 5% false alarms over all cases.
`,
    });
  });

  it('says the same as JSON, and writes nothing', async () => {
    const before = readFileSync(path.join(root, 'cases.jsonl'), 'utf8');
    const { stdout } = await run('infer', 'cases.jsonl', '--format', 'json', '--case', 'refund');
    expect(JSON.parse(stdout)).toMatchObject({
      reads: expect.arrayContaining(['get_*']),
      cases: [
        {
          suite: 'cases.jsonl',
          id: 'refund',
          conversations: [{ label: 'good', weak: true }, { label: 'bad' }, { label: 'bad' }],
          rules: [
            { kind: 'must', support: 1, catches: expect.any(Array) },
            {
              kind: 'only',
              words: 'no other call that changes anything',
              add: { assert: [{ type: 'tools', match: 'exactly' }] },
            },
          ],
          missed: [],
        },
      ],
    });
    expect(readFileSync(path.join(root, 'cases.jsonl'), 'utf8')).toBe(before);
  });

  it('prefers the word of a person, and leaves contradictions out', async () => {
    const database = openDatabase(path.join(root, '.runner', 'history.db'));
    const review = { suiteKey: 'cases.jsonl', caseId: 'other', note: '', reviewedAt: 1 };
    saveReview(database, allWrong, { ...review, attempt: 1, reviewer: 'ann', verdict: 'good' });
    saveReview(database, allWrong, { ...review, attempt: 2, reviewer: 'ann', verdict: 'good' });
    saveReview(database, allWrong, { ...review, attempt: 2, reviewer: 'bob', verdict: 'bad' });
    saveReview(database, allRight, { ...review, attempt: 1, reviewer: 'ann', verdict: 'not_agent' });
    database.close();
    const { stdout } = await run('infer', 'cases.jsonl', '--case', 'other');
    expect(stdout).toContain(`[other] 1 good, 0 bad
  must   refund({"amount":99,"id":"A-1"})  (from 1 good one, catches 0 of 0 bad)`);
    expect(stdout).toContain(
      `left out ${allWrong.slice(0, 13)}#2: the reviews of the conversation contradict each other`,
    );
    expect(stdout).toContain(`left out ${allRight.slice(0, 13)}#1: the review says that the agent is not to blame`);
  });

  it('writes rules that fail nothing until they are accepted, and keeps the history of the case', async () => {
    const file = path.join(root, 'cases.jsonl');
    const before = readFileSync(file, 'utf8');
    const written = await run('infer', 'cases.jsonl', '--case', 'refund', '--write');
    expect(written.stdout).toContain('  Wrote 2 rules with "inferred": true');
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n')[1]).toBe(before.split('\n')[1]);
    const [rule, own] = JSON.parse(text.split('\n')[0] ?? '').assert;
    expect([rule.inferred, own]).toEqual([true, assert]);

    const again = await run('infer', 'cases.jsonl', '--case', 'refund', '--write');
    expect(again.stdout).toContain('[refund] 1 good');
    expect(again.stdout).toContain('  Nothing new to write');
    expect(await run('lint', 'cases.jsonl')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 inferred rules to accept or remove'),
    });

    const regraded = await run('regrade', allWrong, allRight, 'cases.jsonl');
    expect(regraded).toMatchObject({ code: 0, stdout: expect.stringContaining('6 attempts of 2 runs: 6 unchanged') });
    expect(regraded.stdout).toContain('Inferred rules, which cannot fail a case');
    expect(regraded.stdout).toContain('holds in 1 of 1 passed and 0 of 2 other attempts');

    writeFileSync(file, text.replaceAll(', "inferred": true', '').replaceAll(',"inferred":true', ''));
    const accepted = await run('regrade', allRight, 'cases.jsonl');
    expect(accepted.stdout).toContain('2 unchanged');
    writeFileSync(file, before);
  });

  it('does not write rules that would be alone in their case, and says so', async () => {
    const file = path.join(root, 'cases.jsonl');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, `${JSON.stringify({ id: 'bare', input: 'refund' })}\n`);
    await play('019a0003-0000-7000-8000-00000000000d', { refund: right });
    const { code, stdout } = await run('infer', 'cases.jsonl', '--write');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('has only inferred rules') });
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify({ id: 'bare', input: 'refund' })}\n`);
    writeFileSync(file, before);
  });

  it('uses only the named runs, and takes a conversation as good if told so', async () => {
    const one = await run(
      'infer',
      'cases.jsonl',
      '--case',
      'refund',
      '--runs',
      allWrong,
      '--good',
      `${allWrong}/refund#2`,
    );
    expect(one.stdout).toContain('[refund] 1 good, 1 bad (weak label: only the verdict of the case)');
    expect(one.stdout).toContain('No rule catches 019a0000-0000#1');
    expect(one.stdout).toContain('1 of 1 bad may show mistakes that are too rare to distinguish from chance');
    const all = await run(
      'infer',
      'cases.jsonl',
      '--case',
      'refund',
      '--runs',
      allWrong,
      '--good',
      `${allWrong}/refund`,
    );
    expect(all.stdout).toContain('[refund] 2 good, 0 bad');
  });

  it('takes the names of look-ups from the config', async () => {
    const reads = { reads: ['ref*'], agents: { desk: { type: 'module', path: 'agent.ts' } } };
    const config = path.join(root, 'runner.config.json');
    const before = readFileSync(config, 'utf8');
    writeFileSync(config, JSON.stringify(reads));
    const { stdout } = await run('infer', 'cases.jsonl', '--case', 'refund');
    writeFileSync(config, before);
    expect(stdout).toContain('must   get_order({"id":"A-1"})');
    expect(stdout).toContain('Calls that change nothing: ref*');
  });

  it('learns from imported conversations that a person reviewed', async () => {
    const talk = {
      id: 'talk',
      turns: [{ input: 'Refund order 17', output: 'Done.', tool_calls: [{ name: 'refund', arguments: { id: 17 } }] }],
    };
    writeFileSync(path.join(root, 'talks.ndjson'), `${JSON.stringify(talk)}\n`);
    const imported = await run('import', 'transcripts', 'talks.ndjson', '-o', 'talks.jsonl');
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('1 case in talks.jsonl') });
    const [good = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(imported.stdout) ?? [];
    expect((await run('infer', 'talks.jsonl')).stderr).toContain('the conversation has neither a review nor a verdict');
    const database = openDatabase(path.join(root, '.runner', 'history.db'));
    const review = { suiteKey: 'talks.jsonl', caseId: 'talk', attempt: 1, reviewer: 'ann', note: '', reviewedAt: 1 };
    saveReview(database, good, { ...review, verdict: 'good' });
    database.close();
    const { stdout } = await run('infer', 'talks.jsonl');
    expect(stdout).toContain('[talk] 1 good, 0 bad\n  must   refund({"id":17})');
  });

  it('takes the verdicts that came with imported conversations as labels, unless a person says otherwise', async () => {
    const simulation = (trial: number, order: number, reward?: number) => ({
      task_id: '0',
      trial,
      termination_reason: 'user_stop',
      ...(reward === undefined ? {} : { reward_info: { reward } }),
      messages: [
        { role: 'user', content: 'Refund it' },
        { role: 'assistant', tool_calls: [{ id: 'c', name: 'refund', arguments: { order } }] },
        { role: 'tool', id: 'c', content: 'ok' },
        { role: 'assistant', content: 'Done.' },
      ],
    });
    const user_scenario = { instructions: { reason_for_call: 'Refund it.', task_instructions: 'Be brief.' } };
    const evaluation_criteria = { actions: [{ name: 'refund', arguments: { order: 1 } }] };
    const tasks = [{ id: '0', user_scenario, evaluation_criteria }];
    const simulations = [simulation(0, 1, 1), simulation(1, 2, 0), simulation(2, 3, 1), simulation(3, 4)];
    writeFileSync(path.join(root, 'tau.json'), JSON.stringify({ tasks, simulations }));
    const imported = await run('import', 'tau2', 'tau.json', '-o', 'tau.jsonl');
    const [runId = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(imported.stdout) ?? [];
    const database = openDatabase(path.join(root, '.runner', 'history.db'));
    const place = { suiteKey: 'tau.jsonl', caseId: 'task-0', attempt: 3 };
    saveReview(database, runId, { ...place, reviewer: 'ann', verdict: 'bad', note: '', reviewedAt: 1 });
    database.close();
    const { stdout } = await run('infer', 'tau.jsonl');
    expect(stdout).toContain(
      '[task-0] 1 good (label: from the imported verdict), 2 bad (1 with a label from the imported verdict)',
    );
    expect(stdout).toContain('must   refund({"order":1})  (from 1 good one, catches 2 of 2 bad)');
    expect(stdout).toContain(`left out ${runId.slice(0, 13)}#4: the conversation has neither a review nor a verdict`);
    const { cases } = JSON.parse((await run('infer', 'tau.jsonl', '--format', 'json')).stdout);
    const labels = cases[0].conversations.map((one: Record<string, unknown>) => [one.label, one.label_from]);
    expect(labels).toEqual([
      ['good', 'imported_verdict'],
      ['bad', 'imported_verdict'],
      ['bad', 'person'],
    ]);
  });

  it.each<[string[], string]>([
    [['--good', 'latest'], '--good: "latest" does not name a conversation'],
    [['--good', 'latest/nothing#2'], '--good: the suite has no case "nothing"'],
    [['--good', `${ids[1]}/refund#7`], `--good: "${ids[1]}/refund#7" is not a conversation of the case as it is now`],
    [['--good', '019affff/refund'], 'no run has the id "019affff"'],
    [['--runs', '019affff'], 'no run has the id "019affff"'],
    [['--case', 'nothing'], 'cases.jsonl has no case "nothing"'],
  ])('refuses %j', async (flags, message) => {
    const { code, stdout, stderr } = await run('infer', 'cases.jsonl', ...flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('refuses a file that is not there', async () => {
    expect((await run('infer', 'none.jsonl')).stderr).toContain('none.jsonl does not exist');
  });

  it('does not use conversations of an earlier version of a case', async () => {
    const changed = cases.map((each) => ({ ...each, assert: { ...assert, ignore_case: true } }));
    writeFileSync(path.join(root, 'cases.jsonl'), changed.map((each) => `${JSON.stringify(each)}\n`).join(''));
    expect((await run('infer', 'cases.jsonl')).stderr).toContain('nothing to learn from: 0 good, 0 bad');
    await play(later, { refund: right, other: right });
    expect((await run('infer', 'cases.jsonl')).stdout).toContain('[refund] 1 good (weak label');
  });
});
