import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, createRunParams, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import type { RunEvent } from '@/runner/contract';
import { writeEvents, writeResults } from '@/runner/history/testing/temporary-histories';
import { checkpoint, dynamicCase, runPlan, standardCase } from '@/runner/testing/case-factory';
import { answeringAgent, echoAgent } from '@/runner/testing/fake-agents';
import { caseResult } from '@/runner/testing/finished-run';
import { recordRun } from '@/runner/testing/record-run';
import { POST as runAgain } from './again/route';
import { GET as readBody } from './attempt/body/route';
import { GET as find } from './attempt/find/route';
import { GET as readAttempt } from './attempt/route';
import { POST as pin } from './baseline/route';
import { POST as cancel } from './cancel/route';
import { GET as readCase } from './case/route';
import { GET as readCases } from './cases/route';
import { GET as readEvents } from './events/route';
import { POST as hint } from './hints/route';
import { POST as label } from './label/route';
import { GET as report } from './report/route';
import { GET as readReviews, POST as review } from './reviews/route';
import { GET as readRun } from './route';

const suite = 'tests/suite.jsonl';
const conversation = { suite, case: 'D' };
const longText = `refund ${'x'.repeat(300_000)}`;
const { history } = setUpServedWorkspace({});
let last = 0;

beforeEach(async () => {
  const cases = [
    standardCase({ id: 'A' }),
    standardCase({ id: 'B', assertions: [{ type: 'contains', value: 'bye' }] }),
    dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'refund' })] }),
  ];
  const agents = [answeringAgent('echo', () => longText), echoAgent('simulator')];
  const { events, done } = recordRun(runPlan(cases), agents);
  await done;
  await writeEvents(history(), events.map(withHint));
  last = events.length;
});

/** The failing attempt has a hint at a mistake of the simulator. */
function withHint(event: RunEvent): RunEvent {
  if (event.type !== 'case.finished' || event.caseId !== 'B') return event;
  const severity = 'critical_hindered' as const;
  const hint = {
    by: 'simulator',
    kind: 'leak',
    turn: 1,
    severity,
    rule: 'r',
    evidence: 'e',
    confidence: 'likely',
  } as const;
  return { ...event, result: { ...event.result, faults: [...(event.result.faults ?? []), hint] } };
}

const get = async (answer: Promise<Response>) => (await answer).json();
const runParams = createRunParams('run-1');
const nowhere = createRunParams('run-2');

describe('a run that is not in the history', () => {
  const reviewFields = { suiteKey: suite, caseId: 'A', attempt: 1, reviewer: 'ann', verdict: 'good' };
  it.each<[string, () => Promise<Response>]>([
    ['its state', () => readRun(createGetRequest(), nowhere)],
    ['its list of cases', () => readCases(createGetRequest(), nowhere)],
    ['one of its cases', () => readCase(createGetRequest(conversation), nowhere)],
    ['an attempt', () => readAttempt(createGetRequest(conversation), nowhere)],
    ['a text of an attempt', () => readBody(createGetRequest({ ...conversation, at: '[1,"x"]' }), nowhere)],
    ['words in an attempt', () => find(createGetRequest({ ...conversation, text: 'x' }), nowhere)],
    ['its events', () => readEvents(createGetRequest(), nowhere)],
    ['its reviews', () => readReviews(createGetRequest(), nowhere)],
    ['a report', () => report(createGetRequest({ format: 'md' }), nowhere)],
    ['a review of it', () => review(createPostRequest(reviewFields), nowhere)],
    ['a label for it', () => label(createPostRequest({ label: 'x' }), nowhere)],
    ['a pin', () => pin(createPostRequest({ pinned: true }), nowhere)],
    ['its end', () => cancel(createPostRequest({}), nowhere)],
    ['another one like it', () => runAgain(createPostRequest({}), nowhere)],
  ])('is named when somebody asks for %s', async (_what, sendRequest) => {
    const { status, code, words } = await parseRefusal(sendRequest());
    expect([status, code]).toEqual([404, 'not_found']);
    expect(words).toContain('run-2');
  });
});

describe('a request about a run that is wrong', () => {
  const reviewFields = { suiteKey: suite, caseId: 'A', attempt: 1, reviewer: 'ann' };
  it.each<[string, () => Promise<Response>]>([
    ['suite', () => readCase(createGetRequest({ case: 'A' }), runParams)],
    ['case', () => readCase(createGetRequest({ suite }), runParams)],
    ['attempt', () => readAttempt(createGetRequest({ ...conversation, attempt: '0' }), runParams)],
    ['limit', () => readCases(createGetRequest({ limit: '0' }), runParams)],
    ['offset', () => readCases(createGetRequest({ offset: '-1' }), runParams)],
    ['format', () => report(createGetRequest({ format: 'pdf' }), runParams)],
    ['format', () => readReviews(createGetRequest({ format: 'xml' }), runParams)],
    [
      'verdict',
      () => review(createPostRequest({ suiteKey: suite, caseId: 'A', attempt: 1, reviewer: 'a' }), runParams),
    ],
    ['verdict', () => review(createPostRequest({ ...reviewFields, verdict: 'comment' }), runParams)],
    ['label', () => label(createPostRequest({ label: 'x'.repeat(201) }), runParams)],
    ['pinned', () => pin(createPostRequest({ pinned: 'yes' }), runParams)],
    ['only', () => runAgain(createPostRequest({ only: 'good' }), runParams)],
  ])('is refused with the name of %s', async (field, sendRequest) => {
    const { status, code, words } = await parseRefusal(sendRequest());
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(words).toContain(`${field}: `);
  });

  it('is refused when it asks for no words, or for a text at no place', async () => {
    expect(await parseRefusal(find(createGetRequest({ ...conversation, text: '' }), runParams))).toMatchObject({
      status: 400,
    });
    expect(await parseRefusal(readBody(createGetRequest(conversation), runParams))).toMatchObject({ status: 400 });
    const elsewhere = readBody(createGetRequest({ ...conversation, at: '[1,"x"]' }), runParams);
    expect((await parseRefusal(elsewhere)).status).toBe(404);
  });
});

describe('GET below /api/runs/[runId]', () => {
  it('answers the state of a run', async () => {
    expect(await get(readRun(createGetRequest(), runParams))).toMatchObject({
      runId: 'run-1',
      status: 'failed',
      counts: { passed: 2, failed: 1 },
      rows: [{ id: 'A' }, { id: 'B' }, { id: 'D' }],
    });
  });

  it('answers a part of the list of cases, in the order of the page, filtered', async () => {
    const page = await get(readCases(createGetRequest({ limit: '1' }), runParams));
    expect(page).toMatchObject({ offset: 0, length: 3, figures: { unsuccessfulCount: 1 } });
    expect(page.items).toHaveLength(1);
    expect(page.items[0]).toMatchObject({ type: 'case', row: { id: 'B' } });
    const failed = await get(readCases(createGetRequest({ q: 's:failed' }), runParams));
    expect(failed).toMatchObject({ length: 1, items: [{ row: { id: 'B' } }] });
  });

  it('answers how the attempts of a case ended, or that there is no such case', async () => {
    expect(await get(readCase(createGetRequest({ suite, case: 'B' }), runParams))).toEqual({
      found: { suiteKey: suite, attempts: [{ attempt: 1, status: 'failed' }] },
    });
    expect(await get(readCase(createGetRequest({ suite, case: 'Z' }), runParams))).toEqual({ found: null });
  });

  it('answers an attempt with the beginnings of its long texts, or all of it', async () => {
    const light = await (await readAttempt(createGetRequest(conversation), runParams)).text();
    const wholeText = await (
      await readAttempt(createGetRequest({ ...conversation, bodies: 'whole' }), runParams)
    ).text();
    expect(light.length).toBeLessThan(20_000);
    expect(wholeText.length).toBeGreaterThan(longText.length);
    expect(JSON.parse(light).turns).toMatchObject([{ turn: 1, input: 'hello' }]);
  });

  it('answers the rest of a long text, and where words are in it', async () => {
    const { found, more } = await get(find(createGetRequest({ ...conversation, text: 'REFUND' }), runParams));
    expect(more).toBe(false);
    const [bodyPath = ''] = Object.keys(found);
    expect(found[bodyPath][0].excerpt).toContain('refund xxx');
    expect(await get(readBody(createGetRequest({ ...conversation, at: bodyPath }), runParams))).toEqual({
      text: longText,
    });
  });

  it('answers the log as a stream that ends, from where a connection broke', async () => {
    const response = await readEvents(createGetRequest({}, { 'last-event-id': String(last - 1) }), runParams);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([last]);
    expect(text).toContain('"type":"run.finished"');
  });

  it('answers the state to who lacks many events, the same for all who join together, and the events from there', async () => {
    const results = Array.from({ length: 1_200 }, (_, index) => caseResult({ id: `case-${index}` }));
    await writeResults(history(), { runId: 'long', at: 1, results }, 'goes on');
    const join = async (after: number) => {
      const controller = new AbortController();
      const address = new Request(`http://127.0.0.1/api?after=${after}`, { signal: controller.signal });
      const reader = (await readEvents(address, createRunParams('long'))).body?.getReader();
      return { next: async () => new TextDecoder().decode((await reader?.read())?.value), leave: controller };
    };
    const readChunks = async ({ next }: Awaited<ReturnType<typeof join>>, count: number) => {
      const texts: string[] = [];
      while (texts.length < count) texts.push(await next());
      return texts.slice(1).join('');
    };
    const [early, again, near] = [await join(0), await join(100), await join(1_000)];
    const [, head, json] = /^(event: run\.state\nid: \d+\ndata: )(.*)\n\n$/.exec(await readChunks(early, 4)) ?? [];
    expect(head).toContain('id: 1201\n');
    expect(JSON.parse(json ?? '')).toMatchObject({ runId: 'long', seq: 1_201, counts: { passed: 1_200 } });
    expect(await readChunks(near, 2)).toMatch(/^id: 1001\n/);
    await writeEvents(history(), [
      { v: 1, runId: 'long', seq: 1_202, at: 2, type: 'log.written', source: 'agent', text: 'late' },
    ]);
    const lateStream = await join(0);
    for (const each of [again, lateStream]) {
      const text = await readChunks(each, 5);
      expect(text).toContain(`${head}${json}\n\n`);
      expect(text).toMatch(/\n\nid: 1202\ndata: .*late/);
    }
    for (const { leave } of [early, again, near, lateStream]) leave.abort();
    expect(await get(readRun(createGetRequest(), createRunParams('long')))).toMatchObject({ seq: 1_202 });
  });

  it('tells a page that has all of a finished log to stay away', async () => {
    const response = await readEvents(createGetRequest({ after: String(last) }), runParams);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });
});

describe('POST below /api/runs/[runId]', () => {
  it('names a run', async () => {
    expect(await get(label(createPostRequest({ label: ' before ' }), runParams))).toEqual({ label: 'before' });
    expect(history().sqlite.prepare('SELECT label FROM runs').pluck().get()).toBe('before');
  });

  it('pins a run as the one to compare with, and lets it go', async () => {
    const listBaselines = () => history().sqlite.prepare('SELECT run_id FROM baselines').pluck().all();
    expect(await get(pin(createPostRequest({ pinned: true }), runParams))).toEqual({ pinned: true });
    expect(listBaselines()).toEqual(['run-1']);
    expect(await get(pin(createPostRequest({ pinned: false }), runParams))).toEqual({ pinned: false });
    expect(listBaselines()).toEqual([]);
  });

  it('keeps a review, its note when only the verdict changes, and takes it back', async () => {
    const ownReview = { suiteKey: suite, caseId: 'B', attempt: 1, reviewer: 'ann' };
    await review(createPostRequest({ ...ownReview, verdict: 'good', note: '=polite, "really"' }), runParams);
    const changed = await get(review(createPostRequest({ ...ownReview, verdict: 'bad' }), runParams));
    expect(changed.reviews).toMatchObject([{ ...ownReview, verdict: 'bad', note: '=polite, "really"' }]);
    expect(await get(readReviews(createGetRequest(), runParams))).toEqual(changed);
    const table = await readReviews(createGetRequest({ format: 'csv' }), runParams);
    expect(table.headers.get('content-disposition')).toBe('attachment; filename="reviews-run-1.csv"');
    const [head, row] = (await table.text()).split('\r\n');
    expect(head).toBe('suite,case,attempt,turn,reviewer,verdict,note,reviewed_at');
    expect(row).toContain(`${suite},B,1,,ann,bad,"'=polite, ""really""",`);
    expect((await get(review(createPostRequest({ ...ownReview, verdict: null }), runParams))).reviews).toEqual([]);
  });

  it('takes a fault by hand, also on an attempt that passed: a refusal would tell a reviewer the verdict', async () => {
    const words = { suiteKey: suite, attempt: 1, reviewer: 'ann', verdict: 'not_agent' };
    const before = await get(readRun(createGetRequest(), runParams));
    await get(review(createPostRequest({ ...words, caseId: 'A' }), runParams));
    expect((await get(readRun(createGetRequest(), runParams))).faults).toEqual(before.faults);
    const answer = await get(review(createPostRequest({ ...words, caseId: 'B' }), runParams));
    expect(answer.reviews).toMatchObject([{ caseId: 'A' }, { caseId: 'B', verdict: 'not_agent' }]);
  });

  it('keeps a word on a hint, takes it back, and refuses one on a hint that is not there', async () => {
    const faultReview = { suiteKey: suite, caseId: 'B', attempt: 1, fault: 'simulator leak 1', reviewer: 'ann' };
    const words = async (word: string | null) =>
      (await get(hint(createPostRequest({ ...faultReview, word }), runParams))).hintWords;
    expect(await words('dismissed')).toMatchObject([{ word: 'dismissed' }]);
    expect(await words('confirmed')).toEqual([{ ...faultReview, word: 'confirmed', blames: 'simulator' }]);
    expect(await words(null)).toEqual([]);
    const refusal = await parseRefusal(
      hint(createPostRequest({ ...faultReview, fault: 'simulator leak 2', word: 'confirmed' }), runParams),
    );
    expect([refusal.status, refusal.code]).toEqual([400, 'invalid_request']);
    expect(refusal.words).toContain('Attempt 1 of B has no hint "simulator leak 2".');
    const nobody = await parseRefusal(
      hint(createPostRequest({ ...faultReview, reviewer: ' ', word: 'confirmed' }), runParams),
    );
    expect(nobody.status).toBe(400);
  });

  it('cancels nothing that is over', async () => {
    expect(await get(cancel(createPostRequest({}), runParams))).toEqual({ answer: 'not_running' });
  });

  it('runs nothing again where nothing is left to run', async () => {
    const { status, code } = await parseRefusal(runAgain(createPostRequest({ suite: 'tests/other.jsonl' }), runParams));
    expect([status, code]).toEqual([400, 'invalid_request']);
  });
});
