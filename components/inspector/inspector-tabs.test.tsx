import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FoldedRun, runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import type { Assertion } from '@/runner/contract';
import { checkpoint, dynamicCase, standardCase } from '@/runner/testing/case-factory';
import { scriptedAgent } from '@/runner/testing/fake-agents';
import { createShopAgents, selectShopCases } from '@/runner/testing/shop';
import { CheckpointsTab } from './checkpoints-tab';
import { Inspector } from './inspector';
import { RawTab } from './raw-tab';
import { ReasonsTab } from './reasons-tab';
import { SimulatorTab } from './simulator-tab';

const simulatorReply = (message: string, reasoning: string) =>
  JSON.stringify({ message, goal_achieved: false, reasoning });

/** An attempt of two turns that reaches `order` and `refund`, but never `thanks`. */
function refund(): Promise<FoldedRun> {
  const persona = { persona: 'Patient customer', goal: 'Get 45.90 back' };
  return runCasesAndFoldEvents(
    [
      dynamicCase({
        id: 'D',
        maxTurns: 2,
        checkpoints: [
          checkpoint({ id: 'order', description: 'Asks for the order' }),
          checkpoint({ id: 'refund', after: ['order'] }),
          checkpoint({ id: 'thanks', after: ['refund'] }),
          checkpoint({ id: 'smile', required: false }),
        ],
        simulator: { use: 'simulator', options: { metadata: persona } },
      }),
    ],
    [
      scriptedAgent('echo', ['Which order?', 'Here is your refund.']),
      scriptedAgent('simulator', [simulatorReply('Number 7.', 'It was asked for.')]),
    ],
  );
}

describe('the checkpoints of a case', () => {
  function showTab(run: FoldedRun, caseId = 'D') {
    const openedTurns: number[] = [];
    const props = { announced: run.row(caseId), attempt: run.attempt(caseId), turn: null };
    return {
      ...renderView(<CheckpointsTab {...props} onTurn={(turn) => openedTurns.push(turn)} />),
      opened: openedTurns,
    };
  }

  it('are counted, and listed with what became of each', async () => {
    const { container } = showTab(await refund());
    expect(container.textContent).toContain('2 of 4 reached');
    const entries = within(screen.getByRole('list', { name: 'Checkpoints' })).getAllByRole('listitem');
    const entry = (id: string) => entries.find((item) => item.id === `checkpoint-${id}`)?.textContent ?? '';
    expect(entry('order')).toContain('Asks for the order');
    expect(entry('order')).toContain('turn 1');
    expect(entry('refund')).toContain('after order');
    expect(entry('thanks')).toContain('Not reached');
    expect(entry('smile')).toContain('optional');
  });

  it('lead to the turn that reached them, from the list and from the graph', async () => {
    const { user, opened } = showTab(await refund());
    await user.click(screen.getByRole('button', { name: 'turn 1' }));
    const graph = within(screen.getByRole('group', { name: 'Graph of the checkpoints' }));
    expect(graph.getAllByRole('button')).toHaveLength(4);
    graph.getByRole('button', { name: /refund/ }).focus();
    await user.keyboard('{Enter}');
    expect(opened).toEqual([1, 2]);
  });

  it('have no graph when none waits for another', async () => {
    const onlyCase = dynamicCase({ id: 'D', checkpoints: [checkpoint({ id: 'hello' })] });
    showTab(await runCasesAndFoldEvents([onlyCase]));
    expect(screen.queryByRole('group')).toBeNull();
    expect(screen.getByRole('list', { name: 'Checkpoints' }).textContent).toContain('hello');
  });

  const entryWith = (words: string): HTMLElement => {
    const entries = within(screen.getByRole('list', { name: 'Checkpoints' })).getAllByRole('listitem');
    const matchingEntry = entries.find(({ textContent }) => textContent?.includes(words));
    if (matchingEntry === undefined) throw new Error(`no checkpoint says ${words}`);
    return matchingEntry;
  };

  it('say why they were not reached: what was expected, what blocked them, what came too early', async () => {
    const { unmount } = showTab(await runCasesAndFoldEvents(selectShopCases('R-03'), createShopAgents()), 'R-03');
    const verify = entryWith('Verifies who asks');
    expect(verify.textContent).toContain('Not reached');
    expect(verify.textContent).toContain('contains date of birth');
    const lookup = entryWith('after verify');
    expect(lookup.textContent).toMatch(/blocked by verify/i);
    expect(lookup.textContent).toContain('held too early, at turn 1');
    unmount();
    showTab(await runCasesAndFoldEvents(selectShopCases('R-02'), createShopAgents()), 'R-02');
    const offerEntry = entryWith('Offers to search');
    expect(offerEntry.textContent).toContain('regex (?i)name|address');
    expect(offerEntry.textContent).toContain('expected');
    expect(offerEntry.textContent).toContain('Not reached');
    expect(entryWith('after offer_search').textContent).toContain('Never run');
  });

  it('quote the nearest miss, and lead to its turn', async () => {
    const nearMissCase = dynamicCase({
      id: 'D',
      input: 'I want my money back.',
      simulator: { use: 'simulator', options: { metadata: { persona: 'Patient' } } },
      checkpoints: [
        checkpoint({ id: 'amount', assert: [{ type: 'contains', value: 'Shall I refund 45.90 now' }] }),
        checkpoint({
          id: 'lookup',
          assert: [{ type: 'tool_called', value: { name: 'lookup_order', arguments: { order_id: '1' } } }],
        }),
      ],
      maxTurns: 3,
    });
    const { user, opened, container } = showTab(await runCasesAndFoldEvents([nearMissCase], createShopAgents()));
    const quotes = [...container.querySelectorAll('blockquote')].map(({ textContent }) => textContent);
    expect(quotes).toEqual(['Shall I refund **45.90**?', expect.stringContaining('lookup_order({')]);
    within(entryWith('Shall I refund 45.90')).getByRole('button', { name: 'turn 2' }).focus();
    await user.keyboard('{Enter}');
    expect(opened).toEqual([2]);
  });

  it('wait before a run has begun', async () => {
    const { container } = showTab((await refund()).upTo('run.started'));
    expect(container.textContent).toContain('0 of 4 reached');
  });

  it('are none in a case of one message', async () => {
    showTab(await runCasesAndFoldEvents([standardCase({ id: 'A' })]), 'A');
    expect(screen.queryByRole('list', { name: 'Checkpoints' })).toBeNull();
    expect(screen.getByText(/no checkpoints/)).toBeTruthy();
  });
});

describe('the tabs of an attempt', () => {
  function tabsOf(run: FoldedRun, caseId: string): string[] {
    const doNothing = () => undefined;
    const props = { announced: run.row(caseId), attempt: run.attempt(caseId), turn: null, pick: null };
    const { unmount } = renderView(
      <Inspector runId="run-1" {...props} tab="simulator" onTab={doNothing} onTurn={doNothing} onPick={doNothing} />,
    );
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/\d+$/, '') ?? '');
    unmount();
    return tabs;
  }

  it('are only those that it has something for', async () => {
    expect(tabsOf(await refund(), 'D')).toEqual(['Checkpoints', 'Why', 'Raw', 'Simulator', 'History']);
    expect(tabsOf(await runCasesAndFoldEvents([standardCase({ id: 'A' })]), 'A')).toEqual(['Why', 'Raw', 'History']);
    const rulesOnly = dynamicCase({
      id: 'D',
      checkpoints: [],
      until: 'done',
      simulator: { goal: 'a refund' },
      assertions: [{ type: 'contains', value: 'refund' }],
    });
    expect(tabsOf(await runCasesAndFoldEvents([rulesOnly]), 'D')).toEqual(['Why', 'Raw', 'Simulator', 'History']);
  });
});

describe('why an attempt ended as it did', () => {
  const showWhy = (run: FoldedRun, caseId = 'A') => renderView(<ReasonsTab attempt={run.attempt(caseId)} />);

  it('is told by each assertion, with what it wanted and what came', async () => {
    const assertions = [
      { type: 'contains' as const, value: 'hello' },
      { type: 'contains' as const, value: 'goodbye' },
    ];
    showWhy(await runCasesAndFoldEvents([standardCase({ id: 'A', assertions })]));
    const [passed, failed] = screen.getAllByRole('listitem');
    expect(passed?.textContent).toContain('Passed');
    expect(failed?.textContent).toContain('Failed');
    expect(failed?.textContent).toContain('goodbye');
  });

  const showExpectations = async (input: string, ...assertions: Assertion[]) =>
    showWhy(await runCasesAndFoldEvents([standardCase({ id: 'A', input, assertions })], createShopAgents()));

  it('shows where expected and actual data part', async () => {
    const value = { paid: true, order: { id: 88213, total: 49.9, items: ['lamp', 'cable'] } };
    await showExpectations('Give me the order as json', { type: 'equals', value });
    const difference = await screen.findByLabelText('Difference');
    expect(difference.textContent).toMatch(/expected:\s+"total": 49\.9/);
    expect(difference.textContent).toContain('"total": 45.9');
    expect(difference.textContent).not.toContain('lamp');
  });

  it('marks the words in which expected and actual text part', async () => {
    await showExpectations('hello text', { type: 'equals', value: 'You said: hello nobody' });
    const difference = await screen.findByLabelText('Difference');
    expect([...difference.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['nobody', 'text']);
  });

  it('says of calls and of what tools answered only what is not as expected', async () => {
    const expected = { name: 'lookup_order', arguments: { order_id: '88214', include: ['items', 'payments'] } };
    await showExpectations(
      'Where is 88213?',
      { type: 'tool_called', value: expected },
      { type: 'tool_result', value: { tool: 'lookup_order', result: { status: 'lost' } } },
    );
    const [call, result] = screen.getAllByRole('list', { name: 'Calls compared with what was expected' });
    expect(call?.textContent).toContain('order_id should be "88214", is "88213"');
    expect(call?.textContent).not.toContain('include');
    expect(result?.textContent).toContain('status should be "lost", is "delivered"');
  });

  it('has the whole request and answer of a judge', async () => {
    const { user, container } = showWhy(
      await runCasesAndFoldEvents(selectShopCases('S-06'), createShopAgents()),
      'S-06',
    );
    await user.click(screen.getByText('Request and answer'));
    expect(container.textContent).toContain('"criteria": "The answer is polite."');
    expect(container.textContent).toContain('no greeting and no regret');
  });

  it('says that nothing is checked', async () => {
    const { container } = showWhy(await runCasesAndFoldEvents([standardCase({ id: 'A' })]));
    expect(container.textContent).toContain('Passed');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  it('says that nothing has been judged while it goes on', async () => {
    const { container } = showWhy((await runCasesAndFoldEvents([standardCase({ id: 'A' })])).upTo('phase.started'));
    expect(container.textContent).toMatch(/judged/);
    expect(container.textContent).not.toContain('Passed');
  });

  it('says what ended a conversation', async () => {
    const { container } = showWhy(await refund(), 'D');
    expect(container.textContent).toContain('max turns');
    expect(container.textContent).toContain('Failed');
  });
});

describe('the simulator of a case', () => {
  function showSimulator(run: FoldedRun, caseId = 'D') {
    const openedTurns: number[] = [];
    const props = { announced: run.row(caseId), attempt: run.attempt(caseId), turn: null };
    return {
      ...renderView(<SimulatorTab {...props} onTurn={(turn) => openedTurns.push(turn)} />),
      opened: openedTurns,
    };
  }

  it('has its persona and its goal, and says why it said what', async () => {
    const { user, opened } = showSimulator(await refund());
    expect(screen.getByText('Patient customer')).toBeTruthy();
    expect(screen.getByText('Get 45.90 back')).toBeTruthy();
    const moves = within(screen.getByRole('list', { name: 'Moves of the simulator' })).getAllByRole('listitem');
    expect(moves).toHaveLength(1);
    expect(moves[0]?.textContent).toContain('Number 7.');
    expect(moves[0]?.textContent).toContain('It was asked for.');
    await user.click(screen.getByRole('button', { name: 'turn 2' }));
    expect(opened).toEqual([2]);
  });

  it('says in which mood it is, and how the conversation ended for it', async () => {
    const { container } = showSimulator(
      await runCasesAndFoldEvents(selectShopCases('R-02'), createShopAgents()),
      'R-02',
    );
    expect(container.textContent).toContain('Forgetful customer');
    expect(container.textContent).toContain('annoyed');
    const moves = screen.getByRole('list', { name: 'Moves of the simulator' });
    expect(within(moves).getAllByRole('listitem')).toHaveLength(3);
    expect(moves.textContent).toContain('This person never finds anything.');
    expect(container.textContent).toContain('reached its maximum number of turns');
  });

  it('shows what the built-in user was asked', async () => {
    const built = dynamicCase({
      id: 'D',
      input: undefined,
      checkpoints: [checkpoint({ id: 'refund' })],
      simulator: { goal: 'get a refund', facts: { 'order number': 'W2378156', phone: '555 010 9999' } },
    });
    const agent = scriptedAgent('echo', ['What is your order number?', 'Here is your refund.']);
    const { user, opened } = showSimulator(await runCasesAndFoldEvents([built], [agent]));
    const table = screen.getByRole('table', { name: 'Facts that the agent asked for' });
    expect(within(table).getByRole('row', { name: /order number W2378156 elicited turn 1 turn 2/ })).toBeTruthy();
    expect(within(table).getByRole('row', { name: /phone 555 010 9999 never asked/ })).toBeTruthy();
    await user.click(within(table).getByRole('button', { name: 'turn 1' }));
    await user.click(within(table).getByRole('button', { name: 'turn 2' }));
    expect(opened).toEqual([1, 2]);
  });

  it('says how many messages of a user by a model broke its rules', async () => {
    const run = await refund();
    const attempt = run.attempt('D');
    const withBreaches = (breaches: number) => {
      const simulator = { by: 'model' as const, facts: [], breaches, prompt: 'simulator-1' };
      if (attempt.result?.kind !== 'dynamic') throw new Error('the attempt is a conversation');
      const props = { announced: run.row('D'), attempt: { ...attempt, result: { ...attempt.result, simulator } } };
      return renderView(<SimulatorTab {...props} turn={null} onTurn={() => undefined} />);
    };
    const { unmount } = withBreaches(2);
    expect(screen.getByText('2 messages broke the rules of the simulator and were not sent.')).toBeTruthy();
    expect(screen.getByText('simulator-1')).toBeTruthy();
    unmount();
    withBreaches(0);
    expect(screen.getByText('Every message followed the rules of the simulator.')).toBeTruthy();
  });

  it('is nobody where the messages are written in the case', async () => {
    showSimulator(await runCasesAndFoldEvents([standardCase({ id: 'A' })]), 'A');
    expect(screen.queryByRole('list', { name: 'Moves of the simulator' })).toBeNull();
  });
});

it('everything that is known of an attempt is there as JSON', async () => {
  const { container } = renderView(<RawTab attempt={(await refund()).attempt('D')} />);
  for (const words of ['turns', 'checkpoints', 'Here is your refund.', 'max_turns']) {
    expect(container.textContent).toContain(words);
  }
});
