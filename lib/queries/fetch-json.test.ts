import { describe, expect, it } from 'vitest';
import { buildApiPath, getFromRoute, postToRoute } from './fetch-json.ts';

const { signal } = new AbortController();

describe('the address of a route', () => {
  it('has the values of its path in their place, and the others as its search', () => {
    const key = { suite: 'cases/a b.jsonl', case: 'ä', attempt: 2 };
    expect(buildApiPath('GET /api/runs/[runId]/attempt', { runId: 'a/b', ...key })).toBe(
      '/api/runs/a%2Fb/attempt?suite=cases%2Fa+b.jsonl&case=%C3%A4&attempt=2',
    );
    expect(buildApiPath('GET /api/compare', { base: '1', head: '2', all: false })).toBe(
      '/api/compare?base=1&head=2&all=false',
    );
    expect(buildApiPath('GET /api/settings', {})).toBe('/api/settings');
  });

  it('leaves out what is not given', () => {
    expect(buildApiPath('GET /api/search', { q: 'x', run: undefined, before: 0 })).toBe('/api/search?q=x&before=0');
  });
});

describe('what a page sends', () => {
  it('compiles only as the table of routes says', () => {
    // These calls are checked by the compiler only; they are never executed.
    const pages = [
      () => getFromRoute('GET /api/compare', { base: 'a', head: 'b' }, signal),
      // @ts-expect-error: a misspelt value of the search
      () => getFromRoute('GET /api/compare', { base: 'a', haed: 'b' }, signal),
      // @ts-expect-error: a misspelt value that may be left out
      () => getFromRoute('GET /api/cases/file', { suite: 's', sha: 'x' }, signal),
      // @ts-expect-error: the same where all may be left out
      () => getFromRoute('GET /api/runs/[runId]/reviews', { runId: 'r', fromat: 'csv' }, signal),
      // @ts-expect-error: a value of another type
      () => getFromRoute('GET /api/runs', { limit: 'all' }, signal),
      // @ts-expect-error: a value for a route that has none
      () => getFromRoute('GET /api/settings', { suite: 's' }, signal),
      () => getFromRoute('GET /api/runs/[runId]/forks', { runId: 'r' }, signal),
      // @ts-expect-error: a misspelt value of the path
      () => getFromRoute('GET /api/runs/[runId]/forks', { runid: 'r' }, signal),
      // @ts-expect-error: a path without its value
      () => getFromRoute('GET /api/runs/[runId]/forks', {}, signal),
      () => postToRoute('POST /api/runs/[runId]/label', { runId: 'r' }, { label: 'l' }),
      // @ts-expect-error: a misspelt member of the body
      () => postToRoute('POST /api/runs/[runId]/label', { runId: 'r' }, { lable: 'l' }),
      // @ts-expect-error: a misspelt member that may be left out
      () => postToRoute('POST /api/runs/[runId]/again', { runId: 'r' }, { onyl: 'bad' }),
      // @ts-expect-error: a body for a route that has none
      () => postToRoute('POST /api/history/reset', {}, { all: true }),
      // @ts-expect-error: a route that changes nothing
      () => postToRoute('GET /api/settings', {}, {}),
    ];
    expect(pages).toHaveLength(14);
  });
});
