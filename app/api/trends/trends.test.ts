import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { GET as caseHistory } from '../case-history/route';
import { GET as compare } from '../compare/route';
import { GET as caseTrend } from './case/route';
import { GET as trends } from './route';

const suite = 'tests/suite.jsonl';
const { history } = setUpServedWorkspace({});
const get = async (answer: Promise<Response>) => (await answer).json();

beforeEach(async () => {
  const laterResults = [caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'failed' })];
  await writeResults(history(), {
    runId: 'before',
    at: 1,
    results: [caseResult({ id: 'A' }), caseResult({ id: 'B' })],
  });
  await writeResults(history(), { runId: 'after', at: 2, results: laterResults });
});

describe('GET /api/trends', () => {
  it('answers the runs of the suite that ran last, oldest first', async () => {
    const response = await get(trends(createGetRequest()));
    expect(response).toMatchObject({ suiteKey: suite, suites: [{ key: suite, runs: 2 }] });
    expect(response.runs).toMatchObject([
      { runId: 'before', passRate: 1 },
      { runId: 'after', passRate: 0.5 },
    ]);
  });

  it('answers no runs for a suite that never ran', async () => {
    expect(await get(trends(createGetRequest({ suite: 'tests/other.jsonl' })))).toMatchObject({ runs: [] });
  });

  it.each([
    ['window', { window: '13' }],
    ['same', { same: 'maybe' }],
  ])('refuses a %s that it does not have', async (field, search) => {
    const { status, words } = await parseRefusal(trends(createGetRequest(search)));
    expect(status).toBe(400);
    expect(words).toContain(`${field}: `);
  });
});

describe('GET /api/trends/case and /api/case-history', () => {
  it('answer the runs of a case', async () => {
    const trend = await get(caseTrend(createGetRequest({ suite, case: 'B' })));
    expect(JSON.stringify(trend)).toContain('"after"');
    const { points } = await get(caseHistory(createGetRequest({ suite, case: 'B' })));
    expect(points).toMatchObject([
      { runId: 'before', caseScore: 1, suiteScore: 1 },
      { runId: 'after', caseScore: 0, suiteScore: 0.5 },
    ]);
  });

  it('answer nothing of a case that never ran', async () => {
    expect(await get(caseHistory(createGetRequest({ suite, case: 'Z' })))).toEqual({ points: [] });
  });

  it('are refused without a case', async () => {
    expect(await parseRefusal(caseTrend(createGetRequest({ suite })))).toMatchObject({ status: 400 });
    expect((await parseRefusal(caseHistory(createGetRequest({ suite })))).words).toContain('case: ');
  });
});

describe('GET /api/compare', () => {
  it('answers what changed between two runs', async () => {
    const comparison = await get(compare(createGetRequest({ base: 'before', head: 'after' })));
    expect(comparison).toMatchObject({ base: { runId: 'before' }, head: { runId: 'after' }, leftOut: 0 });
    const changed = comparison.comparison.cases.filter(({ change }: { change: string }) => change !== 'same');
    expect(changed).toMatchObject([{ id: 'B' }]);
  });

  it('names the run that the history does not have', async () => {
    const { status, code, words } = await parseRefusal(compare(createGetRequest({ base: 'before', head: 'gone' })));
    expect([status, code]).toEqual([404, 'not_found']);
    expect(words).toContain('gone');
  });

  it('is refused without two runs', async () => {
    const { status, words } = await parseRefusal(compare(createGetRequest({ base: 'before' })));
    expect(status).toBe(400);
    expect(words).toContain('head: ');
  });
});
