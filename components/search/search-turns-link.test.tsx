import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { searchQuery } from '@/lib/queries';
import { SearchTurnsLink } from './search-turns-link';

const group = { suiteKey: 'tests/shop.jsonl', agentId: 'shop', connector: null };

function showLink(filter: string, isCut = false): string | undefined {
  const groups = [
    { ...group, status: 'failed' as const, count: 3 },
    { ...group, status: 'passed' as const, count: 120 },
  ];
  renderView(<SearchTurnsLink runId="run-1" filter={filter} />, {
    answers: (queries) =>
      queries.setQueryData(searchQuery({ text: filter, run: 'run-1', only: {} }).queryKey, {
        pages: [{ hits: [], isMore: true, counts: { groups, isCut } }],
        pageParams: [undefined],
      }),
  });
  return screen.queryByRole('link')?.textContent ?? undefined;
}

describe('the link from the filter of a run to the search', () => {
  it('counts the turns that said it, and leads there', () => {
    expect(showLink('refund now')).toBe('123 turns said it →');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/search?q=refund+now&run=run-1');
  });

  it('says that there are more', () => expect(showLink('refund', true)).toBe('123+ turns said it →'));

  it.each(['', 's:failed', '@tag refund', '!refund'])('is not there for "%s"', (filter) => {
    expect(showLink(filter)).toBeUndefined();
  });
});
