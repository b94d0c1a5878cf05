import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { searchQuery } from '@/lib/queries';
import { SaidLink } from './said-link';

const hit = (turn: number, id: number) => ({ id, suiteKey: 'tests/shop.jsonl', caseId: 'A', attempt: 1, turn });

function showLink(filter: string, isMore = false): string | undefined {
  renderView(<SaidLink runId="run-1" filter={filter} />, {
    answers: (queries) =>
      queries.setQueryData<unknown>(searchQuery({ text: filter, run: 'run-1' }).queryKey, {
        pages: [{ hits: [hit(1, 3), hit(1, 2), hit(2, 1)], isMore }],
        pageParams: [undefined],
      }),
  });
  return screen.queryByRole('link')?.textContent ?? undefined;
}

describe('the link from the filter of a run to the search', () => {
  it('counts the turns that said it, and leads there', () => {
    expect(showLink('refund now')).toBe('2 turns said it →');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/search?q=refund+now&run=run-1');
  });

  it('says that there are more', () => expect(showLink('refund', true)).toBe('2+ turns said it →'));

  it.each(['', 's:failed', '@tag refund', '!refund'])('is not there for "%s"', (filter) => {
    expect(showLink(filter)).toBeUndefined();
  });
});
