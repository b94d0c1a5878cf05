import { describe, expect, it } from 'vitest';
import type { CaseResult, Fault } from '../../contract/index.ts';
import { emptyCounts, type FaultHintReview } from '../../fold/index.ts';
import { computeAgentOnlyRate, countRunFaults, findPartyAtFault, formatBothRates } from './agent-only.ts';
import { combineFaults, isDecisiveIfConfirmed } from './decisive-fault.ts';

describe('the decisive fault', () => {
  it('is nobody’s where an attempt passed or was not judged', () => {
    expect(combineFaults(resultWith({ status: 'passed' }), [])).toEqual({});
    expect(combineFaults(resultWith({ status: 'skipped' }), [])).toEqual({});
  });

  it('is the agent’s where nobody else is at fault', () => {
    const failed = resultWith({ status: 'failed', error: 'no "yes"' });
    expect(combineFaults(failed, []).fault).toMatchObject({
      by: 'agent',
      kind: 'wrong_answer',
      evidence: 'no "yes"',
      confidence: 'likely',
    });
    expect(combineFaults({ ...failed, endReason: 'never' }, []).fault).toMatchObject({ confidence: 'certain' });
  });

  it.each([
    ['agent_error', 'agent', 'agent_error'],
    ['unmocked_call', 'case', 'unmocked_call'],
    ['simulator_error', 'simulator', 'simulator_broken'],
    ['input_error', 'case', 'input_error'],
    ['hook_error', 'user_code', 'hook_error'],
    ['script_error', 'user_code', 'script_error'],
    ['judge_error', 'judge', 'undecided'],
  ] as const)('follows from what ended the attempt: %s', (endReason, by, kind) => {
    expect(combineFaults(resultWith({ status: 'error', endReason }), []).fault).toMatchObject({ by, kind });
  });

  it('is what broke when that is known more exactly than how it ended', () => {
    const broken = resultWith({ status: 'error', endReason: 'simulator_error' });
    const limit = fault({ by: 'infra', kind: 'rate_limit' });
    expect(combineFaults(broken, [limit])).toEqual({ faults: [limit], fault: limit });
  });

  it('is the fault of others that hindered, but not where the agent broke a rule of its own', () => {
    const stop = fault({ by: 'simulator', kind: 'stop_token' });
    const failed = resultWith({ status: 'failed', error: 'missing checkpoints: paid' });
    expect(combineFaults(failed, [stop]).fault).toMatchObject({ by: 'simulator' });
    expect(combineFaults({ ...failed, endReason: 'never' }, [stop]).fault).toMatchObject({ by: 'agent' });
    const calls = { type: 'tools', status: 'failed' } as const;
    expect(combineFaults({ ...failed, assertions: [calls] }, [stop]).fault).toMatchObject({ by: 'agent' });
  });

  it.each<[string, Partial<CaseResult>, Fault[], object]>([
    [
      'the agent’s, after a fault of its own',
      {},
      [fault({ by: 'agent', kind: 'language' })],
      { by: 'agent', kind: 'wrong_answer' },
    ],
    [
      'the agent’s, after a fault that hindered nothing',
      {},
      [fault({ by: 'infra', kind: 'server', severity: 'minor' })],
      { by: 'agent' },
    ],
    [
      'of others in the turn in which it failed',
      failedIn(3, 2),
      [fault({ by: 'infra', kind: 'server', turn: 2 })],
      { by: 'infra' },
    ],
    [
      'not of others in a later turn',
      failedIn(3, 2),
      [fault({ by: 'infra', kind: 'server', turn: 3 })],
      { by: 'agent', turn: 2 },
    ],
    ['of others where no turn is known', failedIn(1), [fault({ by: 'infra', kind: 'server' })], { by: 'infra' }],
    [
      'no matter of an assertion that held',
      { assertions: [{ type: 'contains', status: 'passed', turn: 1 }] },
      [fault({ by: 'infra', kind: 'server', turn: 3 })],
      { by: 'infra' },
    ],
    [
      'the agent’s, which broke a rule',
      { checkpoints: [rule('broken')] },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'agent', turn: 2 },
    ],
    [
      'of others, where a rule was kept',
      { checkpoints: [rule('kept')] },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'infra' },
    ],
    [
      'the agent’s, which was beyond its limits',
      { assertions: [{ type: 'limits', status: 'failed' }] },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'agent' },
    ],
    [
      'of others, where the limits were kept',
      { assertions: [{ type: 'limits', status: 'passed' }] },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'infra' },
    ],
    [
      'the agent’s, out of order',
      { endReason: 'out_of_order' },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'agent' },
    ],
  ])('of an attempt that failed is %s', (_whose, parts, faults, expected) => {
    expect(combineFaults(resultWith({ status: 'failed', ...parts }), faults).fault).toMatchObject(expected);
  });

  it.each<[string, Partial<CaseResult>, Fault[], object]>([
    [
      'the last that hindered',
      { endReason: 'agent_error' },
      [fault({ by: 'infra', kind: 'network' }), fault({ by: 'infra', kind: 'server' })],
      { kind: 'server' },
    ],
    [
      'the mock that is not there',
      { endReason: 'unmocked_call' },
      [fault({ by: 'infra', kind: 'server' })],
      { by: 'case' },
    ],
    [
      'the first of the judges',
      { endReason: 'judge_error' },
      [fault({ by: 'judge', kind: 'undecided' }), fault({ by: 'infra', kind: 'server' })],
      { by: 'judge' },
    ],
    [
      'the first of the scorers',
      { endReason: 'scorer_error' },
      [fault({ by: 'user_code', kind: 'scorer_error' }), fault({ by: 'infra', kind: 'server' })],
      { by: 'user_code' },
    ],
    [
      'neither agent nor simulator where judges broke',
      {},
      [fault({ by: 'agent', kind: 'language' }), fault({ by: 'simulator', kind: 'leak' })],
      { by: 'judge', kind: 'undecided' },
    ],
    [
      'the judge, whose check could not be made',
      { assertions: [{ type: 'agent', status: 'error' }] },
      [],
      { by: 'judge' },
    ],
    [
      'the script, whose check could not be made',
      { assertions: [{ type: 'script', status: 'error' }] },
      [],
      { by: 'user_code' },
    ],
    ['the script that threw', { assertions: [{ type: 'throw', status: 'error' }] }, [], { by: 'user_code' }],
    [
      'the case, whose check cannot be made',
      {
        assertions: [
          { type: 'contains', status: 'failed' },
          { type: 'regex', status: 'error' },
        ],
      },
      [],
      { by: 'case', rule: 'the check "regex" could not be run' },
    ],
    [
      'no timeout on the way',
      { endReason: 'agent_error' },
      [fault({ by: 'infra', kind: 'timeout' })],
      { by: 'agent', kind: 'agent_error' },
    ],
  ])('of an attempt that broke is %s', (_whose, parts, faults, expected) => {
    expect(combineFaults(resultWith({ status: 'error', ...parts }), faults).fault).toMatchObject(expected);
  });

  it('of an attempt that took too long is whoever took too long', () => {
    const late = fault({ by: 'infra', kind: 'timeout' });
    const faults = [late, fault({ by: 'infra', kind: 'server' })];
    expect(combineFaults(resultWith({ status: 'timeout', endReason: 'timeout' }), faults).fault).toMatchObject({
      kind: 'timeout',
      by: 'infra',
    });
    expect(combineFaults(resultWith({ status: 'timeout', endReason: 'timeout' }), []).fault).toMatchObject({
      kind: 'timeout',
      by: 'agent',
    });
  });

  it('is never a hint', () => {
    const hint = fault({ by: 'simulator', kind: 'repeat', confidence: 'likely' });
    const { fault: decisive, faults } = combineFaults(resultWith({ status: 'failed' }), [hint]);
    expect(decisive).toMatchObject({ by: 'agent' });
    expect(faults).toHaveLength(2);
  });
});

describe('the pass rate of the agent only', () => {
  const counts = { ...emptyCounts(), passed: 23, failed: 8, error: 4 };

  it('leaves out what others are to blame for, and says how many', () => {
    const words = formatBothRates(counts, { agent: 5, simulator: 4, infra: 2, judge: 1 });
    expect(words).toBe('82.1% agent only (23 of 28; 7 left out: 4 simulator, 2 infrastructure, 1 judge) · 65.7% all');
  });

  it('is not there where the two rates are the same', () => {
    expect(computeAgentOnlyRate(counts, { agent: 12 })).toBeUndefined();
    expect(computeAgentOnlyRate({ ...emptyCounts(), error: 2, failed: 1 }, { infra: 2, agent: 1 })).toBeUndefined();
  });

  it('says so where nothing is left', () => {
    expect(formatBothRates({ ...emptyCounts(), error: 2 }, { infra: 2 })).toBe(
      'no attempt left to judge the agent by (2 left out: 2 infrastructure) · 0.0% all',
    );
  });

  it('takes a person’s word on an attempt that went wrong, and on no other', () => {
    expect(findPartyAtFault({ status: 'failed' }, { isNotAgent: true })).toBe('not_agent');
    expect(
      findPartyAtFault({ status: 'failed', hints: [{ by: 'simulator', kind: 'repeat' }] }, { isNotAgent: true }),
    ).toBe('simulator');
    expect(findPartyAtFault({ status: 'failed' })).toBe('agent');
    expect(findPartyAtFault({ status: 'passed' }, { isNotAgent: true })).toBeUndefined();
  });

  it('takes a hint that somebody confirms and nobody dismisses, where it decided the outcome of the attempt', () => {
    const row = {
      suiteKey: 's',
      id: 'a',
      hash: 'h',
      kind: 'standard' as const,
      attempts: [
        {
          attempt: 1,
          status: 'failed' as const,
          turns: 1,
          fault: { by: 'agent' as const, kind: 'wrong_answer' as const },
        },
      ],
    };
    const word = { suiteKey: 's', caseId: 'a', attempt: 1, fault: 'simulator leak 1', reviewer: 'ann' };
    const faultsWith = (...hintWords: FaultHintReview[]) =>
      countRunFaults({ rows: [row], faults: { agent: 1 }, hintWords });
    const confirmed: FaultHintReview = { ...word, word: 'confirmed', blames: 'simulator' };
    expect(faultsWith(confirmed)).toEqual({ agent: 0, simulator: 1 });
    expect(faultsWith(confirmed, { ...confirmed, reviewer: 'bob', word: 'dismissed' })).toEqual({ agent: 1 });
    expect(faultsWith({ ...confirmed, blames: null })).toEqual({ agent: 1 });
  });

  it('takes no hint for the fault where the agent broke a rule of its own', () => {
    const hint = fault({ by: 'simulator', kind: 'repeat', confidence: 'likely' });
    const failed = resultWith({ status: 'failed', fault: fault({ by: 'agent', kind: 'wrong_answer' }) });
    expect(isDecisiveIfConfirmed(failed, hint)).toBe(true);
    expect(isDecisiveIfConfirmed(failed, { ...hint, severity: 'minor' })).toBe(false);
    expect(isDecisiveIfConfirmed({ ...failed, status: 'passed' }, hint)).toBe(false);
    expect(isDecisiveIfConfirmed({ ...failed, endReason: 'never' }, hint)).toBe(false);
  });
});

/** Creates failed assertions, one in each of these turns. */
function failedIn(...turns: number[]): Partial<CaseResult> {
  return { assertions: turns.map((turn) => ({ type: 'contains', status: 'failed', turn })) };
}

function rule(invariant: 'kept' | 'broken'): NonNullable<CaseResult['checkpoints']>[number] {
  const broken = invariant === 'broken' ? { brokenAtTurn: 2 } : {};
  return {
    id: 'calm',
    after: [],
    required: true,
    reached: false,
    outOfOrderAtTurns: [],
    passed: false,
    invariant,
    ...broken,
  };
}

function resultWith(facts: Partial<CaseResult> & Pick<CaseResult, 'status'>): CaseResult {
  const basis = { id: 'a', kind: 'dynamic', attempt: 1, startedAt: 0, durationMs: 1, assertions: [], toolCalls: [] };
  return Object.assign({ ...basis, kind: 'dynamic' as const }, facts);
}

function fault(facts: Pick<Fault, 'by' | 'kind'> & Partial<Fault>): Fault {
  return { severity: 'critical_hindered', rule: 'a rule', evidence: 'seen', confidence: 'certain', ...facts };
}
