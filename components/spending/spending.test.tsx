import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { turnSpendingQuery } from '@/lib/queries';
import type { SpendingByRole } from '@/runner/fold';
import { CaseTable } from './case-table';
import { RoleCosts } from './role-costs';
import { RoleTable } from './role-table';

const agent = { inputTokens: 1200, outputTokens: 50, calls: 2, retries: 0, cost: 1.3 };
const judge = { inputTokens: 70, outputTokens: 5, calls: 1, retries: 0 };
const spending: SpendingByRole = {
  agent: { ms: 2_000, usage: agent },
  tool: { ms: 500 },
  judge: { ms: 300, usage: judge },
};

describe('cost by role', () => {
  it('names each role, and says what is unknown', () => {
    renderView(<RoleCosts usage={{ agent, judge }} currency="EUR" />);
    const items = within(screen.getByRole('list', { name: 'Cost by role' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Cost at least 1.30 EUR · 1,325 tokens in 3 calls',
      'Agent 1.30 EUR',
      'Judge 75 tokens, cost unknown',
    ]);
  });

  it('is nothing where no model was asked', () => {
    const { container } = renderView(<RoleCosts usage={{}} currency="EUR" />);
    expect(container.textContent).toBe('');
  });
});

describe('the tables of cost and time', () => {
  const row = (name: string | RegExp) => screen.getByRole('row', { name }).textContent;

  it('have a row for each role, and the sum without the time of tools', () => {
    renderView(<RoleTable total={spending} currency="EUR" />);
    expect(row(/^Agent/)).toBe('Agent1.30 EUR1,200502' + '2.0s');
    expect(row(/^Tools/)).toContain('included in the time of the agent');
    expect(row(/^Judge/)).toContain('unknown');
    expect(row(/^Total/)).toContain('at least 1.30 EUR');
    expect(row(/^Total/)).toContain('2.3s');
  });

  it('open a case by its turns, which lead to the conversation', async () => {
    const caseAddress = { suiteKey: 's', caseId: 'A' };
    const turns = [
      { attempt: 1, turn: 1, spent: { agent: { ms: 900, usage: agent } } },
      { attempt: 1, turn: 0, spent: { judge: { ms: 0, usage: judge } } },
    ];
    const { user } = renderView(
      <CaseTable
        runId="r"
        hasEnded
        cases={[{ suiteKey: 's', id: 'A', attempts: 1, spent: spending }]}
        total={spending}
        currency={undefined}
        hrefOf={(address) => `/runs/r?case=${address.case}&turn=${address.turn ?? ''}`}
      />,
      {
        answers: (queries) =>
          queries.setQueryData(turnSpendingQuery({ runId: 'r', hasEnded: true }, caseAddress).queryKey, { turns }),
      },
    );
    expect(screen.queryByRole('link', { name: 'turn 1' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Turns of A' }));
    expect(screen.getByRole('link', { name: 'turn 1' }).getAttribute('href')).toBe('/runs/r?case=A&turn=1');
    expect(row(/outside the turns/)).toContain('cost unknown');
  });
});
