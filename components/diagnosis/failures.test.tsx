import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { CheckpointFlowGraph } from '@/runner/verdict';
import { CheckpointMaps } from './checkpoint-maps';
import { FailureGroups } from './failure-groups';

const runHref = (search: object): string => `/run?${new URLSearchParams(Object.entries(search))}`;

const map: CheckpointFlowGraph = {
  suiteKey: 'tests/shop.jsonl',
  cases: 3,
  attempts: 3,
  passed: 1,
  nodes: [
    { id: 'ask', after: [], required: true, reached: 3 },
    { id: 'offer', after: ['ask'], required: true, reached: 1 },
  ],
  edges: [
    { to: 'ask', arrived: 3, through: 3, stopped: 0, named: [] },
    {
      from: 'ask',
      to: 'offer',
      arrived: 3,
      through: 1,
      stopped: 2,
      named: [
        { id: 'mug', attempt: 1, passed: false },
        { id: 'lamp', attempt: 2, passed: false },
      ],
    },
  ],
};

describe('the map of where conversations stopped', () => {
  it('shows on a click who stopped on a way, and lets go of it again', async () => {
    const { user } = renderView(<CheckpointMaps maps={[map]} hrefOf={runHref} />);
    const edgeButton = screen.getByRole('button', { name: '2 stopped of 3, between ask and offer', pressed: false });
    await user.click(edgeButton);
    const stopped = screen.getByRole('region', { name: 'Stopped here' });
    const links = within(stopped).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['mug', '/run?suite=tests%2Fshop.jsonl&case=mug&attempt=1'],
      ['lamp (attempt 2)', '/run?suite=tests%2Fshop.jsonl&case=lamp&attempt=2'],
    ]);
    await user.click(edgeButton);
    expect(screen.queryByRole('region', { name: 'Stopped here' })).toBeNull();
  });

  it('says the same in a table', () => {
    renderView(<CheckpointMaps maps={[map]} hrefOf={runHref} />);
    const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
    expect(rows).toEqual(['FromToArrivedGot throughStopped', 'startask330', 'askoffer312']);
  });
});

it('puts failures with the same cause together, and leads to their cases', () => {
  const cases = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ suiteKey: 's', id }));
  const group = {
    key: '00c0ffee',
    headline: 'Wrong text at T2; `offer` was never reached',
    status: 'failed',
    cases,
  } as const;
  renderView(<FailureGroups groups={[{ ...group, cases: [...cases], attempts: 9 }]} failures={9} hrefOf={runHref} />);
  const entry = within(screen.getByRole('list', { name: 'Causes' })).getByRole('listitem');
  expect(entry.textContent).toContain('Wrong text at T2; offer was never reached7 cases');
  expect(entry.textContent).toContain('and 2 more9 attempts');
  expect(within(entry).getByRole('link', { name: '7 cases' }).getAttribute('href')).toBe('/run?q=cause%3A00c0ffee');
});

it('says so when nothing failed', () => {
  renderView(<FailureGroups groups={[]} failures={0} hrefOf={runHref} />);
  expect(screen.getByText('Nothing failed.')).toBeTruthy();
});
