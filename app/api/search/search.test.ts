import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { GET as search } from './route';

const { history } = setUpServedWorkspace({});
const get = async (answer: Promise<Response>) => (await answer).json();

beforeEach(async () => {
  for (const runId of ['one', 'two']) {
    await writeResults(history(), { runId, at: 1, results: [caseResult({ id: 'A', output: 'the seller' })] });
  }
});

describe('GET /api/search', () => {
  it('answers where the words are, the newest first', async () => {
    const { hits } = await get(search(createGetRequest({ q: 'seller' })));
    expect(hits).toMatchObject([
      { runId: 'two', caseId: 'A', field: 'agent' },
      { runId: 'one', caseId: 'A' },
    ]);
    expect(await get(search(createGetRequest({ q: 'seller', before: String(hits[0].id) })))).toMatchObject({
      hits: [{ runId: 'one' }],
    });
    expect(await get(search(createGetRequest({ q: 'seller', run: 'one' })))).toMatchObject({
      hits: [{ runId: 'one' }],
    });
  });

  it('counts all hits, whatever they are limited to', async () => {
    const results = [caseResult({ id: 'A', status: 'failed', output: 'the seller' })];
    await writeResults(history(), { runId: 'three', at: 2, results, outcome: 'failed' });
    const answer = await get(search(createGetRequest({ q: 'seller', status: 'failed' })));
    expect(answer.hits).toMatchObject([{ runId: 'three' }]);
    expect(answer.counts).toMatchObject({
      groups: [
        { status: 'passed', count: 2 },
        { status: 'failed', count: 1 },
      ],
      isCut: false,
    });
  });

  it.each([
    [{ q: '' }, 'Search for a word'],
    [{ q: 'a', before: 'yesterday' }, 'before: '],
    [{ q: 'a', status: 'good' }, 'status: '],
    [{ q: 'a'.repeat(1001) }, 'q: '],
  ])('refuses %j', async (searchParams, words) => {
    const refusal = await parseRefusal(search(createGetRequest(searchParams)));
    expect(refusal.status).toBe(400);
    expect(refusal.words).toContain(words);
  });
});
