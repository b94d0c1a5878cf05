import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { type HitCounts, type HitFilter, type SearchHit, searchQuery } from '@/lib/queries';
import { PassageSearchResults } from './passage-search-results';

const hit: SearchHit = {
  id: 7,
  runId: 'run-1',
  suiteKey: 'tests/a b.jsonl',
  caseId: 'late & lost',
  attempt: 2,
  turn: 3,
  status: 'failed',
  startedAt: 1,
  agentId: 'shop',
  connector: 'large',
  field: 'agent',
  parts: [
    { text: 'Please ', isHit: false },
    { text: 'contact', isHit: true },
    { text: ' the <b>seller</b>', isHit: false },
  ],
};

const other = (id: number, fields: Partial<SearchHit>): SearchHit => ({ ...hit, id, runId: `run-${id}`, ...fields });

const countOf = ({ suiteKey, agentId, connector, status }: SearchHit, count = 1) => ({
  suiteKey,
  agentId,
  connector,
  status,
  count,
});

type StoredAnswer = { counts?: HitCounts; only?: HitFilter; hits: SearchHit[]; isMore?: boolean };

function show(...answers: StoredAnswer[]) {
  return renderView(<PassageSearchResults text="contact" run={undefined} />, {
    answers: (queries) => {
      for (const { only = {}, hits, isMore = false, counts } of answers) {
        const page = { hits, isMore, counts: counts ?? { groups: hits.map((each) => countOf(each)), isCut: false } };
        queries.setQueryData(searchQuery({ text: 'contact', run: undefined, only }).queryKey, {
          pages: [page],
          pageParams: [undefined],
        });
      }
    },
  });
}

const showHits = (hits: SearchHit[]) => show({ hits });

describe('what a search has found', () => {
  it('shows the words in their sentence, and leads to the turn', () => {
    const { container } = showHits([hit]);
    expect(container.querySelector('mark')?.textContent).toBe('contact');
    expect(screen.getByRole('listitem').textContent).toContain('AgentPlease contact the <b>seller</b>');
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/runs/run-1?suite=tests%2Fa+b.jsonl&case=late+%26+lost&attempt=2&turn=3',
    );
    expect(screen.getByRole('status').textContent).toBe('1 turn');
  });

  it('counts all turns, also those of later pages', () => {
    const groups = [countOf(hit, 70), countOf(other(1, { status: 'passed' }), 1_130)];
    show({ hits: [hit], isMore: true, counts: { groups, isCut: false } });
    expect(screen.getByRole('status').textContent).toBe('1,200 turns');
    expect(
      within(screen.getByRole('group', { name: 'Verdict' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Passed1,130', 'Failed70']);
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  });

  it('says that there may be more than it counted', () => {
    const groups = [countOf(hit, 19_000), countOf(other(1, { status: 'passed' }), 1_000)];
    show({ hits: [hit], isMore: true, counts: { groups, isCut: true } });
    expect(screen.getByRole('status').textContent).toBe('20,000+ turns');
    expect(screen.getByRole('button', { name: 'Failed 19,000+' })).toBeTruthy();
  });

  it('groups equal words of a case, with links to each run', () => {
    showHits([
      other(3, { turn: 1 }),
      hit,
      other(1, { parts: [{ text: 'contact us', isHit: true }] }),
      other(2, { caseId: 'another' }),
    ]);
    const groups = within(screen.getByRole('list', { name: 'Matches' }))
      .getAllByRole('listitem')
      .filter((item) => item.parentElement?.getAttribute('aria-label') === 'Matches');
    expect(groups.map((group) => group.querySelector('p')?.textContent)).toEqual([
      'late & losttests/a b.jsonl',
      'anothertests/a b.jsonl',
    ]);
    expect(screen.getByText('The same words 1 more time')).toBeTruthy();
    const same = within(screen.getByRole('list', { name: 'Same words in late & lost', hidden: true }));
    expect(same.getByRole('link', { hidden: true }).getAttribute('href')).toContain('/runs/run-1?');
    expect(screen.getByRole('status').textContent).toBe('4 turns');
  });

  it('can be limited to a suite, an agent or a verdict', async () => {
    const passes = other(1, { caseId: 'passes', status: 'passed', connector: null });
    const fails = other(2, { caseId: 'fails', suiteKey: 'tests/more.jsonl' });
    const all = [hit, passes, fails];
    const counts = { groups: all.map((each) => countOf(each)), isCut: false };
    const suite = 'tests/more.jsonl';
    const { user } = show(
      { hits: all, counts },
      { only: { status: 'failed' }, hits: [hit, fails], counts },
      { only: { status: 'failed', suite }, hits: [fails], counts },
      { only: { suite }, hits: [fails], counts },
      { only: { agent: 'shop @ large' }, hits: [hit, fails], counts },
    );
    const cases = () => screen.getAllByRole('link').map((link) => /^(.*?), Turn/.exec(link.textContent ?? '')?.[1]);
    const facet = (group: string) => within(screen.getByRole('group', { name: group }));
    expect(
      facet('Verdict')
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Failed2', 'Passed1']);
    await user.click(facet('Verdict').getByRole('button', { name: /Failed/ }));
    expect(cases()).toEqual(['late & lost', 'fails']);
    expect(screen.getByRole('status').textContent).toBe('2 of 3 turns');
    await user.click(facet('Suite').getByRole('button', { name: /more/ }));
    expect(cases()).toEqual(['fails']);
    await user.click(facet('Verdict').getByRole('button', { name: /Failed/ }));
    await user.click(facet('Suite').getByRole('button', { name: /more/ }));
    await user.click(facet('Agent').getByRole('button', { name: /large/ }));
    expect(cases()).toEqual(['late & lost', 'fails']);
  });

  it('says that nothing was found', () => {
    showHits([]);
    expect(screen.getByText('Nothing found for “contact”')).toBeTruthy();
  });
});
