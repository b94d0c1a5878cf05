import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { toSeriesKey } from '@/runner/format';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { POST as deleteRuns } from './delete/route';
import { POST as restoreRuns } from './restore/route';
import { GET, POST } from './route';

const { history } = setUpServedWorkspace({});

beforeEach(async () => {
  await writeResults(history(), { runId: 'first', at: 1, results: [caseResult({ id: 'A' })] });
  await writeResults(history(), {
    runId: 'second',
    at: 2,
    suiteKey: 'tests/refunds.jsonl',
    results: [caseResult({ id: 'A', status: 'failed' })],
  });
});

async function listed(search: Record<string, string> = {}): Promise<string[]> {
  const { runs } = await (await GET(createGetRequest(search))).json();
  return runs.map(({ runId }: { runId: string }) => runId);
}

describe('GET /api/runs', () => {
  it('answers the runs, newest first, with what stands beside them', async () => {
    const page = await (await GET(createGetRequest())).json();
    expect(page.runs).toMatchObject([
      { runId: 'second', status: 'failed', passRate: 0 },
      { runId: 'first', status: 'passed', passRate: 1 },
    ]);
    expect(page).toMatchObject({
      hasMore: false,
      trends: { [toSeriesKey({ suiteKey: 'tests/refunds.jsonl', agentId: 'shop' })]: [{ runId: 'second' }] },
    });
  });

  it('answers those that a text is in, and as many as are wanted', async () => {
    expect(await listed({ q: 'refunds' })).toEqual(['second']);
    expect(await listed({ q: 'nothing' })).toEqual([]);
    expect(await (await GET(createGetRequest({ limit: '1' }))).json()).toMatchObject({ hasMore: true, runs: [{}] });
  });

  it.each(['0', '1001', 'many', '1.5'])('refuses the limit %s', async (limit) => {
    const { status, code, words } = await parseRefusal(GET(createGetRequest({ limit })));
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(words).toContain('limit: ');
  });
});

describe('POST /api/runs', () => {
  it.each([
    ['suites', { suites: [] }],
    ['attempts', { suites: ['a.jsonl'], attempts: 0 }],
    ['cassette', { suites: ['a.jsonl'], cassette: 'sometimes' }],
    ['hurry', { suites: ['a.jsonl'], hurry: true }],
  ])('names %s when it is wrong, and starts nothing', async (field, body) => {
    const { status, words } = await parseRefusal(POST(createPostRequest(body)));
    expect(status).toBe(400);
    expect(words).toContain(field);
    expect(await listed()).toHaveLength(2);
  });

  it('refuses a body that is not JSON', async () => {
    const { status, words } = await parseRefusal(POST(createPostRequest('{')));
    expect(status).toBe(400);
    expect(words).toContain('JSON');
  });

  it('starts nothing outside of the workspace', async () => {
    const { status, words } = await parseRefusal(POST(createPostRequest({ suites: ['../other/a.jsonl'] })));
    expect(status).toBe(400);
    expect(words).toContain('../other/a.jsonl');
  });
});

describe('POST /api/runs/delete and /restore', () => {
  it('hide runs and bring them back, and say how many', async () => {
    const body = { runIds: ['first', 'unknown'] };
    expect(await (await deleteRuns(createPostRequest(body))).json()).toEqual({ count: 1 });
    expect(await listed()).toEqual(['second']);
    expect(await (await restoreRuns(createPostRequest(body))).json()).toEqual({ count: 1 });
    expect(await listed()).toEqual(['second', 'first']);
  });

  it.each([deleteRuns, restoreRuns])('refuse a request that names no run', async (route) => {
    for (const body of [{}, { runIds: [] }, { runIds: [''] }, { runIds: 'first' }]) {
      const { status, words } = await parseRefusal(route(createPostRequest(body)));
      expect(status).toBe(400);
      expect(words).toContain('runIds');
    }
    expect(await listed()).toHaveLength(2);
  });
});
