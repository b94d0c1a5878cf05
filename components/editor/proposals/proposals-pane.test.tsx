import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { proposalsQuery, type RouteAnswers } from '@/lib/queries';
import { ProposalsPane } from './proposals-pane';

const neverRule = { type: 'tool_called', name: 'delete' };
const answer: RouteAnswers['GET /api/cases/proposals'] = {
  ok: true,
  conversations: [
    { source: '019a#1', run_id: 'run-1', attempt: 1, label: 'good', label_from: 'person' },
    { source: '019a#2', run_id: 'run-1', attempt: 2, label: 'bad', label_from: 'imported_verdict' },
    { source: '019a#3', run_id: 'run-1', attempt: 3, label: 'bad', label_from: 'case_verdict' },
  ],
  rules: [
    { kind: 'never', words: 'calls delete', support: 1, catches: ['019a#2'], p: 0.01, add: { never: [neverRule] } },
    { kind: 'order', words: 'a before b', support: 1, catches: [] },
  ],
};

function open(text: string, reply: RouteAnswers['GET /api/cases/proposals'] = answer) {
  const openedFile = renderOpenCaseFile(<ProposalsPane />, { text, selected: 'A' });
  openedFile.queries.setQueryData(proposalsQuery('tests/suite.jsonl', 'A').queryKey, reply);
  return openedFile;
}

describe('rules that nobody has accepted', () => {
  it('are proposed with their evidence, and accepted with one key', async () => {
    const { user, text } = open('{"id": "A", "turns": ["hi"], "assert": {"type": "contains", "value": "x"}}\n');
    const [card, other] = within(await screen.findByRole('list', { name: 'Proposed rules' })).getAllByRole('listitem');
    expect(card?.textContent).toContain('never calls delete');
    expect(card?.textContent).toContain(
      'From 1 good conversation; catches 1 of 2 bad ones. Tested against chance: p = 0.010.',
    );
    expect(other?.textContent).toContain('A case with a single call of the agent cannot contain this rule.');
    within(card ?? document.body)
      .getByRole('button', { name: 'Why' })
      .focus();
    await user.keyboard('w');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/runs/run-1?suite=tests%2Fsuite.jsonl&case=A&attempt=1',
      '/runs/run-1?suite=tests%2Fsuite.jsonl&case=A&attempt=2',
    ]);
    expect(screen.getByText('Good conversations that follow the rule:')).toBeTruthy();
    expect(screen.getByText('Bad conversations that break the rule, labelled by an imported verdict:')).toBeTruthy();
    await user.keyboard('a');
    expect(JSON.parse(text()).never).toEqual([neverRule]);
    expect(screen.queryByText('calls delete')).toBeNull();
  });

  it('are accepted where they stand in the file, with the ones that they wait for', async () => {
    const checkpoints = [
      { id: 'a', assert: { type: 'contains', value: 'a' }, inferred: true },
      { id: 'b', assert: { type: 'contains', value: 'b' }, after: ['a'], inferred: true },
    ];
    const assert = { type: 'contains', value: 'x' };
    const { user, text } = open(`${JSON.stringify({ id: 'A', turns: ['hi'], checkpoints, assert })}\n`);
    const cards = within(screen.getByRole('list', { name: 'Inferred rules in the file' })).getAllByRole('listitem');
    await user.click(within(cards[1] ?? document.body).getByRole('button', { name: 'Accept' }));
    expect(text()).not.toContain('inferred');
  });

  it('keep the comparison with what is expected', async () => {
    const inferred = { type: 'contains', value: 'x', inferred: true };
    const { user, text } = open(`${JSON.stringify({ id: 'A', input: 'hi', expected: 'yx', assert: [inferred] })}\n`);
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(JSON.parse(text()).assert).toEqual([
      { type: 'equals', value: 'yx' },
      { type: 'contains', value: 'x' },
    ]);
  });

  it('say why there are none', async () => {
    open('{"id": "A", "input": "hi"}\n', { ok: false, problems: ['nothing to learn from: 0 good, 3 bad'] });
    expect(await screen.findByText('nothing to learn from: 0 good, 3 bad')).toBeTruthy();
  });
});
