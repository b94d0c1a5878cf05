import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import type { CaseResult } from '@/runner/contract';
import { listReviews } from '@/runner/history';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { POST as decide, GET as readQueue } from './queue/route';
import { GET as readResults } from './results/route';
import { POST as createQueue, GET as listQueues } from './route';

const suiteKey = 'tests/suite.jsonl';
const tone = {
  question: 'Would you send it?',
  labels: [{ label: 'send', means: 'good' }, { label: 'never', means: 'bad' }, 'unsure'],
  people: 2,
};
const { root, history } = setUpServedWorkspace({ 'reviews/tone.jsonc': JSON.stringify(tone) });

const judgedResult = (id: string, passed: boolean): CaseResult =>
  caseResult({
    id,
    status: passed ? 'passed' : 'failed',
    assertions: [
      {
        type: 'agent',
        status: passed ? 'passed' : 'failed',
        agentValidation: { passed, reason: 'why', use: 'fair', criteria: 'polite' },
      },
    ],
  });

beforeEach(() =>
  writeResults(history(), {
    runId: 'run-1',
    at: 1,
    results: [judgedResult('A', true), judgedResult('B', false), caseResult({ id: 'C', status: 'error' })],
  }),
);

const item = { queue: 'tone', runId: 'run-1', suiteKey, attempt: 1, otherRunId: '', otherAttempt: 0 };
const decision = (caseId: string, reviewer: string, label: string | null) => ({ ...item, caseId, reviewer, label });
const get = async (answer: Promise<Response>) => (await answer).json();
const openQueue = (name = 'tone') => get(readQueue(createGetRequest({ name })));
const sendDecision = (...decisionArguments: Parameters<typeof decision>) =>
  get(decide(createPostRequest(decision(...decisionArguments))));

function write(name: string, queue: object): void {
  writeFileSync(path.join(root(), 'reviews', `${name}.jsonc`), JSON.stringify(queue));
}

describe('a review queue', () => {
  it('takes the conversations of the newest complete run that passed or failed, and tells no verdict', async () => {
    await writeResults(history(), { runId: 'run-0', at: 0, results: [judgedResult('A', false)] });
    const open = await openQueue();
    expect(open.items.map(({ runId, caseId }: Record<string, string>) => [runId, caseId])).toEqual([['run-0', 'A']]);
    expect(JSON.stringify(open.items)).not.toMatch(/passed|failed/);
    write('all', { ...tone, runs: 2, filter: 's:failed' });
    expect((await openQueue('all')).items.map(({ caseId }: Record<string, string>) => caseId)).toEqual(['A', 'B']);
    write('drawn', { ...tone, runs: 2, sample: 2 });
    const drawnQueue = await openQueue('drawn');
    expect(drawnQueue.items).toHaveLength(2);
    expect(await openQueue('drawn')).toEqual(drawnQueue);
  });

  it('keeps decisions, with the note of the former, and makes reviews of labels that mean a verdict', async () => {
    await get(decide(createPostRequest({ ...decision('A', 'ann', 'never'), note: 'curt' })));
    await sendDecision('A', 'bob', 'unsure');
    expect(listReviews(history(), 'run-1')).toMatchObject([{ caseId: 'A', reviewer: 'ann', verdict: 'bad' }]);
    await sendDecision('A', 'ann', 'send');
    expect((await openQueue()).decisions).toMatchObject([
      { caseId: 'A', reviewer: 'bob', label: 'unsure', note: '' },
      { caseId: 'A', reviewer: 'ann', label: 'send', note: 'curt' },
    ]);
    expect(listReviews(history(), 'run-1')).toMatchObject([{ verdict: 'good', note: 'curt' }]);
    await sendDecision('A', 'ann', 'unsure');
    expect(listReviews(history(), 'run-1')).toEqual([]);
    await sendDecision('A', 'ann', null);
    expect((await openQueue()).decisions).toMatchObject([{ reviewer: 'bob' }]);
    const { queues } = await get(listQueues(createGetRequest()));
    expect(queues).toMatchObject([{ name: 'tone', decided: 1, problem: null }]);
  });

  it('says how far people agree with each other and with the judge', async () => {
    for (const reviewer of ['ann', 'bob']) await sendDecision('A', reviewer, 'never');
    await sendDecision('B', 'ann', 'never');
    await sendDecision('B', 'bob', 'send');
    const results = await get(readResults(createGetRequest({ name: 'tone' })));
    expect(results.people).toMatchObject([{ people: ['ann', 'bob'], agreed: { count: 1, of: 2 } }]);
    expect(results.conversations).toMatchObject([
      { caseId: 'A', status: 'passed', verdict: 'bad', judged: { judge: 'fair', held: true } },
    ]);
    expect(results.disputed).toBe(1);
  });

  it('keeps what was decided when a newer run takes its place', async () => {
    await sendDecision('A', 'ann', 'send');
    await writeResults(history(), { runId: 'run-2', at: 2, results: [judgedResult('A', false)] });
    const { items } = await openQueue();
    expect(items.map(({ runId }: Record<string, string>) => runId)).toEqual(['run-1', 'run-2']);
  });

  it('pairs the newest runs of two labels, agents or connectors', async () => {
    const results = [judgedResult('A', false)];
    await writeResults(history(), { runId: 'run-2', at: 2, results, agentId: 'other' });
    write('pairs', { question: 'Which is better?', compare: ['shop', 'other'] });
    const { items, labels } = await openQueue('pairs');
    expect(items).toMatchObject([{ caseId: 'A', runId: 'run-1', otherRunId: 'run-2', otherAttempt: 1 }]);
    expect(labels).toEqual([{ label: 'first' }, { label: 'same' }, { label: 'second' }]);
    write('pairs', { question: 'Which is better?', compare: ['shop', 'nobody'] });
    expect((await openQueue('pairs')).items).toEqual([]);
  });

  it('pairs two connectors, even if the agent has the name of one', async () => {
    const results = [judgedResult('A', false)];
    await writeResults(history(), { runId: 'small', at: 2, results, agentId: 'desk', connector: 'desk' });
    await writeResults(history(), { runId: 'large', at: 3, results, agentId: 'desk', connector: 'large' });
    write('models', { question: 'Which is better?', compare: ['desk', 'large'] });
    const { items } = await openQueue('models');
    expect(items).toMatchObject([{ runId: 'small', caseId: 'A', otherRunId: 'large' }]);
  });

  it('whose file is broken, or changed meanwhile, is refused with its line, and nothing is saved', async () => {
    write('tone', { ...tone, labels: ['yes', 'no'] });
    const refusal = await parseRefusal(decide(createPostRequest(decision('A', 'ann', 'send'))));
    expect([refusal.status, refusal.words]).toEqual([400, expect.stringContaining('its file was changed')]);
    writeFileSync(path.join(root(), 'reviews/tone.jsonc'), '{\n  "question": 7\n}');
    const broken = await parseRefusal(decide(createPostRequest(decision('A', 'ann', 'yes'))));
    expect(broken.words).toContain('reviews/tone.jsonc:2:3: question: ');
    const { queues } = await get(listQueues(createGetRequest()));
    expect(queues).toMatchObject([{ name: 'tone', problem: expect.stringContaining('reviews/tone.jsonc:2:3') }]);
    write('tone', tone);
    expect((await openQueue()).decisions).toEqual([]);
  });

  it('is created as a file, once', async () => {
    const request = { name: 'facts', queue: { question: 'Is it true?', sample: 20 } };
    expect(await get(createQueue(createPostRequest(request)))).toEqual({ file: 'reviews/facts.jsonc' });
    expect((await openQueue('facts')).items).toHaveLength(2);
    expect((await parseRefusal(createQueue(createPostRequest(request)))).words).toContain('already exists');
  });
});
