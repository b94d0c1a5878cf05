import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FoldedRun, runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { checkpoint, dynamicCase, standardCase } from '@/runner/testing/case-factory';
import { scriptedAgent, throwingAgent } from '@/runner/testing/fake-agents';
import { Conversation } from './conversation';

function showConversation(run: FoldedRun, caseId: string, turn: number | null = null) {
  const chosenTurns: (number | null)[] = [];
  const view = renderView(
    <Conversation
      announced={run.row(caseId)}
      attempt={run.attempt(caseId)}
      raw={false}
      turn={turn}
      onTurn={(next) => chosenTurns.push(next)}
      onTouch={() => undefined}
    />,
  );
  return { ...view, chosen: chosenTurns };
}

function refund() {
  const simulatorReply = (message: string) => JSON.stringify({ message, goal_achieved: false, reasoning: 'to get on' });
  return runCasesAndFoldEvents(
    [dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'order id' }), checkpoint({ id: 'money back' })] })],
    [
      scriptedAgent('echo', [
        'What is your order id?',
        {
          content: 'You get your money back.',
          toolCalls: [{ tool: 'find_order', arguments: { id: 7 }, result: 45.9 }],
        },
      ]),
      scriptedAgent('simulator', [simulatorReply('It is 7.')]),
    ],
  );
}

const turns = () => screen.getAllByRole('listitem').filter((item) => item.id.startsWith('turn-'));

describe('a conversation', () => {
  it('is shown turn by turn: who said what, which tools were called, and what was reached', async () => {
    showConversation(await refund(), 'D');
    const [first, second] = turns();
    expect(turns()).toHaveLength(2);
    expect(first?.textContent).toContain('hello');
    expect(first?.textContent).toContain('What is your order id?');
    expect(first?.textContent).toContain('Reached');
    expect(first?.textContent).toContain('order id');
    expect(second?.textContent).toContain('It is 7.');
    expect(second?.textContent).toContain('find_order');
    expect(second?.textContent).toContain('You get your money back.');
  });

  it('ends with its verdict', async () => {
    showConversation(await refund(), 'D');
    const conversation = screen.getByRole('region', { name: 'Conversation' });
    expect(within(conversation).getAllByText('Passed').length).toBeGreaterThan(0);
  });

  it('lets a turn be chosen with the keyboard, and be let go', async () => {
    const run = await refund();
    const first = showConversation(run, 'D');
    screen.getByRole('button', { name: /^T2/ }).focus();
    await first.user.keyboard('{Enter}');
    expect(first.chosen).toEqual([2]);
    first.unmount();
    const second = showConversation(run, 'D', 2);
    await second.user.click(screen.getByRole('button', { name: /^T2/, pressed: true }));
    expect(second.chosen).toEqual([null]);
  });

  it('tells the assertion that failed, in the words of the runner', async () => {
    const failing = standardCase({ id: 'A', assertions: [{ type: 'contains', value: 'goodbye' }] });
    showConversation(await runCasesAndFoldEvents([failing]), 'A');
    const text = screen.getByRole('region', { name: 'Conversation' }).textContent ?? '';
    expect(text).toContain('contains');
    expect(text).toContain('goodbye');
    expect(screen.getAllByText('Failed').length).toBeGreaterThan(0);
  });

  it('shows what the agent stopped for, its call, and what it was told', async () => {
    const pay = { message: 'Pay 5?', tool: 'pay', arguments: { amount: 5 } };
    const run = await runCasesAndFoldEvents(
      [standardCase({ id: 'A' }), standardCase({ id: 'B' })],
      [
        scriptedAgent('echo', [
          { content: 'Paid.', interrupts: [{ ...pay, reason: 'tool_call', answeredBy: 'approve' }] },
          { content: 'Pay 5?', interrupts: [pay] },
        ]),
      ],
    );
    const approved = showConversation(run, 'A');
    const question = await screen.findByRole('region', { name: 'Question from the agent' });
    expect(question.textContent).toMatch(
      /The agent stopped to ask· tool_callapprovedPay 5\?Call waiting for the answer: pay.*amount.*5/s,
    );
    expect(question.compareDocumentPosition(screen.getByText('Paid.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    approved.unmount();
    showConversation(run, 'B');
    const region = await screen.findByRole('region', { name: 'Question from the agent' });
    expect(region.textContent).toContain('left to the user');
    expect(screen.getAllByText('Pay 5?')).toHaveLength(1);
  });

  it('shows the error of an agent in the turn in which it broke', async () => {
    showConversation(await runCasesAndFoldEvents([standardCase({ id: 'A' })], [throwingAgent('echo')]), 'A');
    expect(screen.getByRole('region', { name: 'Conversation' }).textContent).toContain('the agent broke');
    expect(screen.getAllByText('Error').length).toBeGreaterThan(0);
  });

  it('says for whom it waits while it goes on, and no verdict yet', async () => {
    const run = (await runCasesAndFoldEvents([standardCase({ id: 'A' })])).upTo('phase.started');
    showConversation(run, 'A');
    expect(screen.getByText(/Turn 1: waiting for/)).toBeTruthy();
    expect(screen.queryByText('Passed')).toBeNull();
  });

  it('says that an attempt has not started', async () => {
    showConversation((await runCasesAndFoldEvents([standardCase({ id: 'A' })])).upTo('run.started'), 'A');
    expect(turns().map((turn) => turn.textContent)).toEqual([expect.stringContaining('hello')]);
    expect(screen.getByText('This attempt has not started yet.')).toBeTruthy();
  });

  it('shows what is markup as the words that it is', async () => {
    const bold = '<img src=x onerror=alert(1)> <script>alert(1)</script>';
    const { container } = showConversation(await runCasesAndFoldEvents([standardCase({ id: 'A', input: bold })]), 'A');
    expect(container.querySelector('img[src=x], script')).toBeNull();
    expect(container.textContent).toContain('onerror=alert(1)');
  });
});
