import { describe, expect, it } from 'vitest';
import type { ToolCall, Turn } from '../../contract/index.ts';
import { buildBisectReport, summarizeBisection } from './bisect-report.ts';
import { decideNextRollout } from './next-rollout.ts';
import type { FinishedRollout } from './rollouts.ts';

function createTurn(number: number, ...tools: string[]): Turn {
  const toolCalls = tools.map((tool): ToolCall => ({ tool, arguments: {} }));
  const response = { content: 'ok', toolCalls };
  return {
    turn: number,
    origin: 'case',
    input: 'go on',
    response,
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
  };
}

/**
 * A recorded conversation of six turns with a mistake: the refund in turn 4 comes before the policy check in turn 5.
 */
const recorded = [
  createTurn(1),
  createTurn(2),
  createTurn(3),
  createTurn(4, 'refund'),
  createTurn(5, 'check_policy'),
  createTurn(6),
];
const careful = [...recorded.slice(0, 3), createTurn(4, 'check_policy', 'refund'), createTurn(5), createTurn(6)];

type Shares = readonly [passed: number, played: number][];

/**
 * Creates rollouts by the number of kept turns. Passing rollouts check the policy first; failing rollouts repeat the
 * recorded actions.
 */
function createRollouts(shares: Shares): FinishedRollout[] {
  return shares.flatMap(([passed, played], kept) =>
    Array.from({ length: played }, (_, index) => ({
      kept,
      passed: index < passed,
      turns: index < passed && kept < 4 ? careful : recorded,
    })),
  );
}

function createSingleTurnRollouts(kept: number, same: number): FinishedRollout[] {
  return Array.from({ length: 8 }, (_, index) => ({
    kept,
    alone: true as const,
    passed: false,
    turns: index < same ? recorded : careful,
  }));
}

const listSentences = (played: readonly FinishedRollout[]) =>
  buildBisectReport({ recorded, rollouts: played }).sentences;

describe('what a bisection says', () => {
  const drop = createRollouts([
    [7, 8],
    [0, 0],
    [1, 1],
    [9, 11],
    [1, 13],
    [1, 6],
  ]);

  it('is the turn, what the agent did, and whether it always does', () => {
    expect(listSentences([...drop, ...createSingleTurnRollouts(3, 7)])).toEqual([
      'From turn 4 on 2 of 19 pass, before it 17 of 20.',
      'Turn 4: the agent called `refund` before `check_policy`; when the turn is played again, it does so in 7 of 8.',
      'The agent mostly does this, so it was not chance.',
    ]);
    expect(listSentences([...drop, ...createSingleTurnRollouts(3, 1)])[2]).toBe(
      'That was chance: in this turn the agent usually does something else.',
    );
  });

  it('begins with what a progress line shows', () => {
    expect(summarizeBisection(drop, recorded.length)).toBe(listSentences(drop)[0]);
    expect(summarizeBisection([], recorded.length)).toBe(listSentences([])[0]);
  });

  it('never says 100% of what is only likely', () => {
    const drops = (each: number): Shares => [
      [6, 6],
      [4, 6],
      [0, each],
      [0, each],
      [0, each],
      [0, each],
    ];
    expect(listSentences(createRollouts(drops(8)))).toEqual([
      'After 44 rollouts, turn 2 lowers the chance of passing (> 99%); whether a second turn does so, too, is undecided (20%).',
    ]);
    expect(listSentences(createRollouts(drops(12))).at(-1)).toBe('A second turn may lower the chance, too (19%).');
  });

  it('does not exclude a second turn beside two neighbours', () => {
    const open = createRollouts([
      [14, 20],
      [0, 0],
      [12, 20],
      [1, 1],
      [0, 0],
      [0, 24],
    ]);
    const { finding, sentences: all } = buildBisectReport({ recorded, rollouts: open });
    expect(finding?.kind).toBe('neighbours');
    expect(all[0]).toMatch(/The turn that decided is turn 4 or turn 5\.$/);
    expect(all.at(-1)).toMatch(/^A second turn may lower the chance, too \(\d+%\)\.$/);
  });

  it('is once more the message of the user, if one was drawn', () => {
    const anew = { kept: 3, newMessage: true, passed: true, turns: careful } as const;
    expect(listSentences([...drop, ...createSingleTurnRollouts(3, 7), anew])).toContain(
      'One rollout also had a new user message in turn 4: it passed.',
    );
  });

  it('is that it fails from the start', () => {
    expect(
      listSentences(
        createRollouts([
          [0, 6],
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
          [1, 6],
        ]),
      ),
    ).toEqual([
      'The case fails from the start (1 of 12 pass). Look at the case, the agent as a whole, or its environment.',
    ]);
  });

  it('is chance, and the last turn only if its calls are unusual', () => {
    const high: Shares = [
      [6, 6],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [6, 6],
    ];
    const { turns, sentences: usual } = buildBisectReport({ recorded, rollouts: createRollouts(high) });
    expect(turns).toEqual([]);
    expect(usual[0]).toBe(
      'The case passes when it is played again (12 of 12), so it failed by chance. No turn before the last decided it. Turn 6 may have decided it, but its calls were the same as in passing runs.',
    );
    const slip = [...recorded.slice(0, 5), createTurn(6, 'cancel')];
    const left = buildBisectReport({ recorded: slip, rollouts: createRollouts(high) });
    expect(left.turns).toEqual([6]);
    expect(left.sentences[1]).toBe(
      'The only candidate is turn 6: the agent called `cancel`; when the turn is played again, it does so in 0 of 6.',
    );
  });

  it('is a set of turns where the chance falls twice', () => {
    const twice = createRollouts([
      [20, 20],
      [20, 20],
      [10, 20],
      [10, 20],
      [0, 20],
      [0, 20],
    ]);
    expect(listSentences(twice)).toEqual([
      'More than one turn lowers the chance, among turns 2 and 4: before turn 2 40 of 40 pass, between them 20 of 40, from turn 4 on 0 of 40.',
    ]);
  });

  it('is nothing as long as nothing is sure', () => {
    expect(listSentences([])).toEqual(['No rollout has been played, so there is no result.']);
    expect(
      listSentences(
        createRollouts([
          [2, 2],
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 2],
        ]),
      )[0],
    ).toMatch(/^Undecided after 4 rollouts: turn \d \d+%, no turn \d+%\.$/);
  });
});

describe('the next rollout', () => {
  const base = { turns: 6, running: [], remaining: 60, hasDrawnUser: false };

  it('is at both ends first, six times each', () => {
    const running: { kept: number }[] = [];
    for (;;) {
      const next = decideNextRollout({ ...base, played: [], running });
      if (next.type !== 'rollout' || running.length === 12) break;
      running.push(next.rollout);
    }
    expect(running.filter(({ kept }) => kept === 0)).toHaveLength(6);
    expect(running.filter(({ kept }) => kept === 5)).toHaveLength(6);
  });

  it('is the turn of the finding alone, then with another message of the user', () => {
    const drop = createRollouts([
      [7, 8],
      [0, 0],
      [1, 1],
      [9, 11],
      [1, 13],
      [1, 6],
    ]);
    expect(decideNextRollout({ ...base, played: drop })).toEqual({
      type: 'rollout',
      rollout: { kept: 3, alone: true },
    });
    const played = [...drop, ...createSingleTurnRollouts(3, 7)];
    expect(decideNextRollout({ ...base, played })).toEqual({ type: 'done' });
    const drawn = { type: 'rollout', rollout: { kept: 3, newMessage: true } };
    expect(decideNextRollout({ ...base, played, hasDrawnUser: true })).toEqual(drawn);
  });

  it('waits for the last results, and ends with the budget', () => {
    expect(decideNextRollout({ ...base, played: [], running: [{ kept: 0 }], remaining: 0 })).toEqual({ type: 'wait' });
    expect(decideNextRollout({ ...base, played: [], remaining: 0 })).toEqual({ type: 'done' });
  });
});
