import { beforeEach, describe, expect, it } from 'vitest';
import { getRequest, refusalIn } from '@/lib/testing/requests';
import { servedWorkspace } from '@/lib/testing/served-workspace';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { GET as caseHistory } from '../case-history/route';
import { GET as compare } from '../compare/route';
import { GET as caseTrend } from './case/route';
import { GET as trends } from './route';

const suite = 'tests/suite.jsonl';
const { history } = servedWorkspace({});
const get = async (answer: Promise<Response>) => (await answer).json();

beforeEach(async () => {
  const later = [caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'failed' })];
  await writeResults(history(), {
    runId: 'before',
    at: 1,
    results: [caseResult({ id: 'A' }), caseResult({ id: 'B' })],
  });
  await writeResults(history(), { runId: 'after', at: 2, results: later });
});

describe('GET /api/trends', () => {
  it('answers the runs of the suite that ran last, oldest first', async () => {
    const response = await get(trends(getRequest()));
    expect(response).toMatchObject({ suiteKey: suite, suites: [{ key: suite, runs: 2 }] });
    expect(response.runs).toMatchObject([
      { runId: 'before', passRate: 1 },
      { runId: 'after', passRate: 0.5 },
    ]);
  });

  it('answers no runs for a suite that never ran', async () => {
    expect(await get(trends(getRequest({ suite: 'tests/other.jsonl' })))).toMatchObject({ runs: [] });
  });

  it.each([
    ['window', { window: '13' }],
    ['same', { same: 'maybe' }],
  ])('refuses a %s that it does not have', async (field, search) => {
    const { status, words } = await refusalIn(trends(getRequest(search)));
    expect(status).toBe(400);
    expect(words).toContain(`${field}: `);
  });
});

describe('GET /api/trends/case and /api/case-history', () => {
  it('answer the runs of a case', async () => {
    const trend = await get(caseTrend(getRequest({ suite, case: 'B' })));
    expect(JSON.stringify(trend)).toContain('"after"');
    const { points } = await get(caseHistory(getRequest({ suite, case: 'B' })));
    expect(points).toMatchObject([
      { runId: 'before', caseScore: 1, suiteScore: 1 },
      { runId: 'after', caseScore: 0, suiteScore: 0.5 },
    ]);
  });

  it('answer nothing of a case that never ran', async () => {
    expect(await get(caseHistory(getRequest({ suite, case: 'Z' })))).toEqual({ points: [] });
  });

  it('are refused without a case', async () => {
    expect(await refusalIn(caseTrend(getRequest({ suite })))).toMatchObject({ status: 400 });
    expect((await refusalIn(caseHistory(getRequest({ suite })))).words).toContain('case: ');
  });
});

describe('GET /api/compare', () => {
  it('answers what changed between two runs', async () => {
    const comparison = await get(compare(getRequest({ base: 'before', head: 'after' })));
    expect(comparison).toMatchObject({ base: { runId: 'before' }, head: { runId: 'after' }, leftOut: 0 });
    const changed = comparison.comparison.cases.filter(({ change }: { change: string }) => change !== 'same');
    expect(changed).toMatchObject([{ id: 'B' }]);
  });

  it('names the run that the history does not have', async () => {
    const { status, code, words } = await refusalIn(compare(getRequest({ base: 'before', head: 'gone' })));
    expect([status, code]).toEqual([404, 'not_found']);
    expect(words).toContain('gone');
  });

  it('is refused without two runs', async () => {
    const { status, words } = await refusalIn(compare(getRequest({ base: 'before' })));
    expect(status).toBe(400);
    expect(words).toContain('head: ');
  });
});
