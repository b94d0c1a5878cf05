import { describe, expect, it } from 'vitest';
import type { CaseResult, CheckpointResult, Fault, Turn } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { formatDiagnosisHeadline, listDiagnosisDetails } from './diagnosis-words.ts';

const suiteKey = 'tests/shop.jsonl';

function checkpoint(id: string, parts: Partial<CheckpointResult> = {}): CheckpointResult {
  const reached = parts.reachedAtTurn !== undefined;
  return { id, after: [], required: true, reached, passed: reached, outOfOrderAtTurns: [], ...parts };
}

function turns(...answers: string[]): Turn[] {
  return answers.map((content, position) => ({
    turn: position + 1,
    origin: 'case',
    input: 'hello',
    response: { content, toolCalls: [] },
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
  }));
}

function talk(parts: Partial<CaseResult>): CaseResult {
  const result = { ...caseResult(), turns: turns('one', 'two', 'three'), ...parts };
  return { ...result, kind: 'dynamic', status: parts.status ?? 'failed' } as CaseResult;
}

function diagnoseCase(result: CaseResult, conditions: [id: string, wanted: string][] = []): Diagnosis {
  const checkpoints = conditions.map(([id, expected]) => ({
    id,
    after: [],
    required: true,
    conditions: [{ check: 'contains', wanted: expected }],
  }));
  const diagnosis = diagnose(result, { suiteKey, checkpoints });
  if (diagnosis === undefined) throw new Error('nothing is wrong');
  return diagnosis;
}

const headline = (...of: Parameters<typeof diagnoseCase>): string => formatDiagnosisHeadline(diagnoseCase(...of));

describe('a checkpoint that was never reached', () => {
  const lookup = checkpoint('lookup', { reachedAtTurn: 2 });
  const offer = checkpoint('offer', { after: ['lookup'], message: 'expected output to contain "a refund"' });
  const end = checkpoint('end', { after: ['offer'], message: 'blocked' });

  it('is named with the turn that came nearest since it was due', () => {
    const result = talk({
      turns: turns('a refund', 'looked up: no refund', 'else'),
      checkpoints: [lookup, offer, end],
      endReason: 'max_turns',
    });
    const diagnosis = diagnoseCase(result, [['offer', 'a refund']]);
    expect(formatDiagnosisHeadline(diagnosis)).toBe('`offer` was never reached; nearest at T2');
    expect(listDiagnosisDetails(diagnosis)).toEqual([
      'T2 was nearest: "looked up: no refund"',
      'expected output to contain "a refund"',
      'checkpoints waiting for it: end',
      'Stopped: max turns (3)',
    ]);
    expect(diagnosis.cause.turn).toBe(2);
  });

  it('names no turn where nothing shows which one it was, and says so', () => {
    const { cause } = diagnoseCase(talk({ checkpoints: [lookup, offer, end] }), [['offer', 'a voucher']]);
    expect(cause).toMatchObject({ confidence: 'unknown', evidence: ['due since T2'] });
    expect(cause.sentence).toBe('`offer` was never reached, and no turn shows why');
    expect(cause.turn).toBeUndefined();
  });

  it('is the optional one that a required one waits for', () => {
    const optional = checkpoint('optional', { required: false });
    const diagnosis = diagnoseCase(talk({ checkpoints: [optional, checkpoint('wanted', { after: ['optional'] })] }));
    expect(formatDiagnosisHeadline(diagnosis)).toContain('`optional` was never reached');
    expect(listDiagnosisDetails(diagnosis)).toEqual(['checkpoints waiting for it: wanted']);
  });

  it('is nobody’s blocker as an invariant', () => {
    const polite = checkpoint('polite', { invariant: 'not_judged' });
    expect(headline(talk({ checkpoints: [polite, checkpoint('a', { after: ['polite'] })] }))).toContain('`a`');
  });

  it('is read to an end even where results name a circle', () => {
    const circle = [checkpoint('a', { after: ['b'] }), checkpoint('b', { after: ['a'] })];
    expect(headline(talk({ checkpoints: circle }))).toContain('was never reached');
  });
});

describe('a violation of the order', () => {
  const early = checkpoint('paid', { after: ['asked'], outOfOrderAtTurns: [1] });

  it('is called one where it ends the conversation, and nothing is said of what might have come', () => {
    const diagnosis = diagnoseCase(talk({ checkpoints: [checkpoint('asked'), early], endReason: 'out_of_order' }));
    expect(formatDiagnosisHeadline(diagnosis)).toBe('Out of order at T1: `paid` came before `asked`');
    expect(diagnosis.problems).toHaveLength(1);
    expect(diagnosis.cause.turn).toBe(1);
  });

  it('is called one where what had to come first was never reached', () => {
    const question = checkpoint('asked', { message: 'no question' });
    const diagnosis = diagnoseCase(talk({ checkpoints: [question, early, checkpoint('sent', { after: ['paid'] })] }));
    expect(formatDiagnosisHeadline(diagnosis)).toBe('Out of order at T1: `paid` came before `asked`');
    expect(listDiagnosisDetails(diagnosis)).toEqual(['no question', 'checkpoints waiting for it: paid, sent']);
  });

  it('is called one where the rest came later', () => {
    const question = checkpoint('asked', { reachedAtTurn: 2 });
    expect(headline(talk({ checkpoints: [question, early] }))).toBe('Out of order at T1: `paid` came before `asked`');
  });
});

describe('a rule that was broken', () => {
  it('is named with its turn, `never` before all others', () => {
    const diagnosis = diagnoseCase(
      talk({
        checkpoints: [checkpoint('polite', { invariant: 'broken', brokenAtTurn: 2, message: 'said "damn"' })],
        assertions: [
          { type: 'contains', status: 'failed', message: 'not there', turn: 1, rule: 'turn' },
          { type: 'contains', status: 'failed', message: 'never: contains x, turn 3', turn: 3, rule: 'never' },
        ],
      }),
    );
    expect(formatDiagnosisHeadline(diagnosis)).toBe('Wrong at T3: never: contains x');
    expect(listDiagnosisDetails(diagnosis)).toEqual([
      'Wrong at T2: `polite` broken: said "damn"',
      'Wrong at T1: not there',
    ]);
  });

  it('says expected and actual where the message does not', () => {
    const assertion = {
      type: 'x',
      status: 'failed',
      message: 'differs from 1',
      expected: 1,
      actual: { a: 2 },
    } as const;
    const diagnosis = diagnoseCase(caseResult({ status: 'failed', assertions: [assertion] }));
    expect(formatDiagnosisHeadline(diagnosis)).toBe('differs from 1');
    expect(listDiagnosisDetails(diagnosis)).toEqual(['actual:   {"a":2}']);
    expect(diagnosis.cause.turn).toBeUndefined();
  });
});

it('says an expected value once, whatever the order of its keys', () => {
  const message = 'expected output to equal {"a":1,"b":2}, got {"a":1}';
  const assertion = { type: 'equals', status: 'failed', message, expected: { b: 2, a: 1 }, actual: { a: 1 } } as const;
  expect(listDiagnosisDetails(diagnoseCase(caseResult({ status: 'failed', assertions: [assertion] })))).toEqual([]);
});

it('quotes an answer without its Markdown and escapes', () => {
  const actual = 'It costs **200** riyal.\n\nPay at the `desk`.';
  const assertion = { type: 'equals', status: 'failed', message: 'differs', expected: 'It is free', actual } as const;
  const diagnosis = diagnoseCase(caseResult({ status: 'failed', assertions: [assertion] }));
  expect(listDiagnosisDetails(diagnosis)).toEqual([
    'expected: "It is free"',
    'actual:   "It costs 200 riyal. Pay at the desk."',
  ]);
});

it('says of an error what broke and whose fault it was', () => {
  const fault: Fault = {
    ...({ by: 'simulator', kind: 'stop_token', turn: 2, severity: 'critical_hindered' } as const),
    ...({ rule: 'a rule', evidence: '###', confidence: 'certain' } as const),
  };
  const diagnosis = diagnoseCase(talk({ status: 'error', error: 'simulator error: stop', fault, faults: [fault] }));
  expect(formatDiagnosisHeadline(diagnosis)).toBe('simulator error: stop');
  expect(listDiagnosisDetails(diagnosis)).toEqual(['fault of the simulator: stop token in turn 2']);
  expect(diagnosis.cause.turn).toBe(2);
});

it('says nothing of what did not go wrong', () => {
  expect(diagnose(caseResult(), { suiteKey })).toBeUndefined();
  expect(diagnose(caseResult({ status: 'skipped' }), { suiteKey })).toBeUndefined();
});

it('has one cause for attempts that went wrong in the same way, whatever was said', () => {
  const fingerprint = (message: string, expected: string): string => {
    const assertion = { type: 'contains', status: 'failed', message, expected } as const;
    return diagnoseCase(caseResult({ status: 'failed', assertions: [assertion] })).cause.fingerprint;
  };
  expect(fingerprint('expected x, got 1', 'x')).toBe(fingerprint('expected x, got 2', 'x'));
  expect(fingerprint('expected x, got 1', 'x')).not.toBe(fingerprint('expected y, got 1', 'y'));
});
