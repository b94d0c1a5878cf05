import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import {
  type AutoRunParameters,
  computeLikelihoodSteps,
  computeMaxAttempts,
  decideCase,
  describeDecision,
  describeDecisions,
  findFewestFixedAttempts,
} from './auto-runs.ts';
import { countFaultsInRows } from './faults/agent-only.ts';

const rates: AutoRunParameters = { good: 0.95, bad: 0.7, risk: 0.05 };
const infra: NonNullable<CaseResult['fault']> = {
  by: 'infra',
  kind: 'server',
  severity: 'critical_hindered',
  rule: '',
  evidence: '',
  confidence: 'certain',
};
const letters: Readonly<Record<string, Pick<CaseResult, 'status' | 'fault'>>> = {
  P: { status: 'passed' },
  F: { status: 'failed' },
  A: { status: 'error', fault: { ...infra, by: 'agent', kind: 'agent_error' } },
  I: { status: 'error', fault: infra },
  E: { status: 'error' },
  S: { status: 'skipped' },
};
const decide = (outcomes: string, max = 36) =>
  decideCase(
    [...outcomes].flatMap((letter) => letters[letter] ?? []),
    { ...rates, max },
  );

describe('a case that is repeated until it is decided', () => {
  it('has the steps and bounds of the sequential test', () => {
    const { passed, failed, bound } = computeLikelihoodSteps(rates);
    expect([passed, failed, bound].map((value) => value.toFixed(6))).toEqual(['0.305382', '-1.791759', '2.944439']);
  });

  it('is good after ten passes, and bad after as many failures as say so', () => {
    expect(decide('P'.repeat(9))).toBeUndefined();
    expect(decide('P'.repeat(10))).toBe('good');
    expect(decide('F')).toBeUndefined();
    expect(decide('FF')).toBe('bad');
    expect(decide('PPF')).toBeUndefined();
    expect(decide('PPFF')).toBe('bad');
    expect(decide('PPPFF')).toBeUndefined();
    expect(decide(`${'P'.repeat(7)}F${'P'.repeat(9)}`)).toBe('good');
  });

  it('is moved by the agent alone, and counts every attempt towards the most', () => {
    expect(decide('AA')).toBe('bad');
    expect(decide('I'.repeat(35))).toBeUndefined();
    expect(decide('I'.repeat(36))).toBe('inconclusive');
    expect(decide(`II${'P'.repeat(10)}`)).toBe('good');
    expect(decide('PPP', 3)).toBe('inconclusive');
    expect(decide('FF', 2)).toBe('bad');
  });

  it.each([
    ['F', undefined],
    ['FS', undefined],
    ['FI', undefined],
    ['FE', 'bad'],
    ['FA', 'bad'],
    ['S'.repeat(36), 'inconclusive'],
  ])('moves by %s to %s', (outcomes, decision) => {
    expect(decide(outcomes)).toBe(decision);
  });

  it('is told with its attempts, of which those that were skipped are none', () => {
    const attempt = (status: CaseResult['status'], parts: Partial<CaseResult> = {}) =>
      caseResult({ id: 'A', status, ...parts });
    const { rows } = finishedRun([
      attempt('passed'),
      attempt('failed', { attempt: 2 }),
      attempt('skipped', { attempt: 3, decision: 'inconclusive' }),
      caseResult({ id: 'B', decision: 'good' }),
      caseResult({ id: 'C', decision: 'bad', setAside: 'quarantine' }),
    ]).state;
    expect(describeDecisions(rows)).toBe('1 good, 1 inconclusive in 3 attempts');
    expect(rows.map(describeDecision)).toEqual([
      'inconclusive after 2 attempts (1 of 2 passed)',
      'good after 1 attempt (1 of 1 passed)',
      'bad after 1 attempt (1 of 1 passed)',
    ]);
    const fixedRows = finishedRun([caseResult()]).state.rows;
    expect([describeDecisions(fixedRows), ...fixedRows.map(describeDecision)]).toEqual([undefined, undefined]);
  });

  it('counts the faults of others among the attempts of the rate alone', () => {
    const broken = { id: 'A', status: 'error', fault: infra } as const;
    const repeated = [2, 3].map((attempt) => caseResult({ ...broken, attempt, setAside: 'repeat' }));
    const { state } = finishedRun([caseResult(broken), ...repeated]);
    expect(countFaultsInRows(state.rows)).toEqual({ infra: 1 });
  });

  it('needs at most half as much again as a fixed number would', { tags: 'thorough' }, () => {
    expect(findFewestFixedAttempts(rates)).toBe(24);
    expect(computeMaxAttempts(rates)).toBe(36);
    expect(findFewestFixedAttempts({ good: 0.99, bad: 0.98, risk: 0.05 })).toBeUndefined();
    expect(computeMaxAttempts({ good: 0.9, bad: 0.1, risk: 0.1 })).toBe(2);
  });
});
