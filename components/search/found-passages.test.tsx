import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { type SearchHit, searchQuery } from '@/lib/queries';
import { FoundPassages } from './found-passages';

const hit: SearchHit = {
  id: 7,
  runId: 'run-1',
  suiteKey: 'tests/a b.jsonl',
  caseId: 'late & lost',
  attempt: 2,
  turn: 3,
  status: 'failed',
  startedAt: 1,
  connector: 'large',
  field: 'agent',
  parts: [
    { text: 'Please ', isHit: false },
    { text: 'contact', isHit: true },
    { text: ' the <b>seller</b>', isHit: false },
  ],
};

function showHits(hits: SearchHit[], parts: { isMore?: boolean } = {}) {
  const query = searchQuery({ text: 'contact', run: undefined });
  return renderView(<FoundPassages text="contact" run={undefined} />, {
    answers: (queries) =>
      queries.setQueryData(query.queryKey, {
        pages: [{ hits, isMore: false, ...parts }],
        pageParams: [undefined],
      }),
  });
}

describe('what a search has found', () => {
  it('shows the words in their sentence, and leads to the turn', () => {
    const { container } = showHits([hit]);
    expect(container.querySelector('mark')?.textContent).toBe('contact');
    expect(screen.getByRole('listitem').textContent).toContain('AgentPlease contact the <b>seller</b>');
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/runs/run-1?suite=tests%2Fa+b.jsonl&case=late+%26+lost&attempt=2&turn=3',
    );
    expect(screen.getByRole('status').textContent).toBe('1 place');
  });

  it('says that there is more', () => {
    showHits([hit], { isMore: true });
    expect(screen.getByRole('status').textContent).toBe('1 place so far');
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  });

  it('says that nothing was found', () => {
    showHits([]);
    expect(screen.getByText('Nothing found for “contact”')).toBeTruthy();
  });
});
