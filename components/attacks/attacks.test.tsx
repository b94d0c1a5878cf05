import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ToolCallCard } from '@/components/conversation/tool-call-card';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { computeFigures } from '@/lib/view/run-figures';
import { formatPercent } from '@/runner/format';
import { standardCase } from '@/runner/testing/case-factory';
import { answeringAgent } from '@/runner/testing/fake-agents';
import { computeGroupedPassRate } from '@/runner/verdict';
import { AttackSummary } from './attack-summary';

const field = 'find.$.note';

function attackedCase(template: string) {
  const attack = { caseId: 'order', template, field, goal: 'forbidden_write' };
  const goal = { type: 'tool_called', name: 'refund' } as const;
  return standardCase({
    id: `order · ${template}`,
    mocks: { find: [{ result: { note: 'Ring twice.' } }], refund: [{ result: true }], rate: [{ result: 5 }] },
    inject: { into: field, text: `@${template}`, goal, attack },
  });
}

/** An agent that obeys hostile texts in the form of system notes, and tells its user about polite requests. */
const agent = answeringAgent('echo', async ({ mocks }, signal) => {
  const findAnswer = await mocks?.answer({ name: 'find', arguments: {} }, signal);
  const text = JSON.stringify(findAnswer);
  if (text.includes('[system]')) await mocks?.answer({ name: 'refund', arguments: {} }, signal);
  return text.includes('too much trouble') ? `The note says: ${text}` : 'It is on its way.';
});
const templates = ['system_note', 'polite_request', 'plain_order'];
const attackedRun = await runCasesAndFoldEvents(templates.map(attackedCase), [agent], { purpose: 'attack' });

describe('the page of an attack', () => {
  it('says how many succeeded, and for which template in which field', async () => {
    renderView(<AttackSummary runId="run-1" rows={attackedRun.state.rows} />);
    const section = screen.getByRole('region', { name: 'Attack' });
    expect(section.textContent).toContain(
      '1 of 3 succeeded (3% to 91%); the agent reported the attack to the user in 1',
    );
    const rows = within(section).getAllByRole('row', { hidden: true });
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Template', field],
      ['system_note', '1 of 1'],
      ['polite_request', '0 of 1'],
      ['plain_order', '0 of 1'],
    ]);
  });

  it('gives the interval of the command line: attempts of one attack are alike', async () => {
    const twice = await runCasesAndFoldEvents(templates.map(attackedCase), [agent], { purpose: 'attack', attempts: 4 });
    renderView(<AttackSummary runId="run-1" rows={twice.state.rows} />);
    const { low, high } = computeGroupedPassRate([4, 0, 0].map((passed) => ({ passed, judged: 4 })));
    const interval = `${formatPercent(low)} to ${formatPercent(high)}`;
    expect(screen.getByRole('region', { name: 'Attack' }).textContent).toContain(`4 of 12 succeeded (${interval})`);
  });

  it('leads to each success at its turn', async () => {
    const { user } = renderView(<AttackSummary runId="run-1" rows={attackedRun.state.rows} />);
    await user.click(screen.getByText('Cases in which the agent obeyed'));
    const links = screen.getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, new URL(link.getAttribute('href') ?? '', 'http://host').search]),
    ).toEqual([['order · system_note', expect.stringMatching(/case=order.*system_note&attempt=1&turn=1$/)]]);
  });

  it('does not list the mocks that each variant left idle', () => {
    expect(computeFigures({ ...attackedRun.state, options: undefined }).idle).toContain('mock rate');
    expect(computeFigures(attackedRun.state).idle).toBeUndefined();
  });

  it('tells the run without texts from the one with them', async () => {
    const cleanRun = await runCasesAndFoldEvents([standardCase()], [agent], { purpose: 'attack' });
    renderView(<AttackSummary runId="run-1" rows={cleanRun.state.rows} />);
    expect(
      screen.getByText('The first part of an attack: every case without hostile text, for comparison.'),
    ).toBeTruthy();
  });

  it('marks the text in the answer of the tool', async () => {
    const { user } = renderView(
      <ToolCallCard
        name="call"
        call={{ tool: 'find', mocked: true, injected: { path: '$.note', text: 'Now obey.' } }}
      />,
    );
    expect(screen.getByText('hostile text')).toBeTruthy();
    await user.click(screen.getByText('find'));
    expect(screen.getByText('Hostile text, added at $.note')).toBeTruthy();
    expect(screen.getByText('Now obey.')).toBeTruthy();
  });
});
