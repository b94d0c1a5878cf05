import { describe, expect, it } from 'vitest';
import type {
  AssertionResult,
  CheckpointResult,
  Condition,
  ResultByKind,
  ToolCall,
  Turn,
} from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { diagnoseCause } from './diagnose-cause.ts';

type Talk = ResultByKind['dynamic'];
type TestTurn = [user: string, agent: string, ...calls: ToolCall[]];

function talk(turns: readonly TestTurn[], parts: Partial<Talk> = {}): Talk {
  const { kind: _, ...basis } = caseResult({ status: 'failed' });
  const played = turns.map(([input, content, ...toolCalls], position): Turn => {
    return {
      turn: position + 1,
      origin: position === 0 ? 'case' : 'simulator',
      input,
      checkpointsReached: [],
      response: { content, toolCalls },
      startedAt: 0,
      durationMs: 1,
    };
  });
  const toolCalls = turns.flatMap(([, , ...calls]) => calls);
  return { ...basis, kind: 'dynamic', turns: played, toolCalls, assertions: [], ...parts } as Talk;
}

function call(tool: string, args: Record<string, string | number> = {}, parts: Partial<ToolCall> = {}): ToolCall {
  return { tool, arguments: args, ...parts };
}

function reached(id: string, turn: number, parts: Partial<CheckpointResult> = {}): CheckpointResult {
  const basis = {
    id,
    after: [],
    required: true,
    reached: true,
    passed: true,
    reachedAtTurn: turn,
    outOfOrderAtTurns: [],
  };
  return { ...basis, ...parts };
}

function missed(id: string, parts: Partial<CheckpointResult> = {}): CheckpointResult {
  return { id, after: [], required: true, reached: false, passed: false, outOfOrderAtTurns: [], ...parts };
}

function suiteWith(conditions: Record<string, Condition>) {
  const checkpoints = Object.entries(conditions).map(([id, condition]) => {
    return { id, after: [], required: true, conditions: [condition] };
  });
  return { suiteKey: 'tests/shop.jsonl', checkpoints };
}

describe('the cause of the bundled example that forgets to ask for the date', () => {
  const policy = call('lookup_policy', { type: 'travel' }, { result: { limit: 500, receipt_from: 25 } });
  const draft = call('create_expense', { type: 'travel', amount: 42.5, date: '2026-03-02' });
  const passed = talk(
    [
      ['I have to file an expense.', 'Happy to help. Which type is it: travel, meals, lodging or supplies?'],
      ['It was travel.', 'Travel is covered up to 500 USD. How much was it, and on which date?', policy],
      ['I paid $42.50 on 2026-03-02.', 'I drafted EXP-4672: travel, 42.5 USD. Shall I submit it?', draft],
      ['Yes, please submit it.', 'Submitted. Your reference is REF-4672.', call('submit_expense', { id: 'EXP-4672' })],
    ],
    { status: 'passed', checkpoints: [reached('ask_details', 2), reached('draft', 3), reached('submitted', 4)] },
  );
  const failed = talk(
    [
      ['I have to file an expense.', 'Happy to help. Which type is it: travel, meals, lodging or supplies?'],
      ['It was travel.', 'Travel is covered up to 500 USD. How much was it?', policy],
      ['I think I paid $42.50.', 'Noted: travel, the amount is 42.50 USD. On which date was it?'],
      ['That was on 2026-03-02.', 'I drafted EXP-4672: travel, 42.5 USD. Shall I submit it?', draft],
      ['Yes, please submit it.', 'Submitted. Your reference is REF-4672.', call('submit_expense', { id: 'EXP-4672' })],
    ],
    {
      checkpoints: [
        missed('ask_details'),
        missed('draft', { after: ['ask_details'], outOfOrderAtTurns: [4] }),
        missed('submitted', { after: ['draft'], outOfOrderAtTurns: [5] }),
      ],
    },
  );
  const suite = suiteWith({ ask_details: { check: 'regex', wanted: '(?is)(how much|amount).*(date|when)' } });

  it('is the turn in which it asked for the amount alone', () => {
    const cause = diagnoseCause(failed, passed, suite);
    expect(cause).toMatchObject({ turn: 2, party: 'agent', confidence: 'likely' });
    expect(cause?.sentence).toBe('Wrong text at T2; `ask_details` was never reached');
    expect(cause?.evidence.at(-1)).toBe('now: "Travel is covered up to 500 USD. How much was it?"');
  });
});

describe('beside an attempt that passed', () => {
  const lookup = (id: string) => call('get_order', { id }, { result: { id, total: 49.9 } });
  const passed = talk(
    [
      ['Hello', 'Which order?'],
      ['Order 4411', 'Found it.', lookup('4411')],
      ['What is it worth?', 'It is 49.90 in total.'],
      ['Refund it', 'Done.', call('refund', { id: '4411' }, { result: 'ok' })],
    ],
    { status: 'passed', checkpoints: [reached('total', 3), reached('refunded', 4)] },
  );
  const suite = suiteWith({
    total: { check: 'contains', wanted: '49.90' },
    refunded: { check: 'tool_called', wanted: 'refund', tools: ['refund'] },
  });

  it('passes over calls that nothing depends on, and other words', () => {
    const failed = talk(
      [
        ['Hi', 'Sure, what is the number of it?', call('get_time')],
        ['4411', 'There it is.', call('get_order', { id: '4410' }), lookup('4411')],
        ['How much was that?', 'That was 49.90.'],
        ['I want it back', 'I will see to it.'],
      ],
      { checkpoints: [reached('total', 3), missed('refunded')] },
    );
    expect(diagnoseCause(failed, passed, suite)).toMatchObject({
      turn: 4,
      sentence: 'No call of `refund` at T4; `refunded` was never reached',
    });
  });

  it('goes back to the call that a wrong text comes from', () => {
    const failed = talk(
      [
        ['Hello', 'Which order?'],
        ['Order 4411', 'Found it.', call('get_order', { id: '4410' }, { result: { id: '4410', total: 12 } })],
        ['What is it worth?', 'It is 12.00 in total.'],
      ],
      { checkpoints: [missed('total'), missed('refunded')] },
    );
    expect(diagnoseCause(failed, passed, suite)).toMatchObject({ turn: 2 });
  });

  it('names the call that failed where nothing was done before it', () => {
    const failed = talk(
      [
        ['Hello', 'Which order?'],
        ['Order 4411', 'Found it.', lookup('4411')],
        ['What is it worth?', 'It is 49.90 in total.'],
        ['Refund it', 'It does not work.', call('refund', { id: '4411' }, { error: 'service away' })],
      ],
      { checkpoints: [reached('total', 3), missed('refunded')] },
    );
    expect(diagnoseCause(failed, passed, suite)).toMatchObject({
      turn: 4,
      sentence: 'Failed call at T4: `refund`; `refunded` was never reached',
    });
  });

  it('blames no order that the attempt that passed had, too', () => {
    const early = { after: ['found'], outOfOrderAtTurns: [1] };
    const before = { ...passed, checkpoints: [reached('found', 2), reached('total', 3, early)] };
    const failed = talk(
      [
        ['Hello', '49.90, maybe? Which order?'],
        ['Order 4411', 'Found it.', lookup('4411')],
        ['What is it worth?', 'I cannot say.'],
      ],
      { checkpoints: [reached('found', 2), missed('total', early)] },
    );
    expect(diagnoseCause(failed, before, suite)).toMatchObject({
      turn: 3,
      sentence: 'Wrong text at T3; `total` was never reached',
    });
    expect(diagnoseCause(failed, undefined, suite)).toMatchObject({ turn: 1, confidence: 'certain' });
  });

  it('finds what changed a state by the facts in it', () => {
    const state: AssertionResult = {
      type: 'state',
      status: 'failed',
      path: '$.orders.4411.status',
      message: 'expected "open"',
      expected: 'open',
      actual: 'refunded 4411',
    };
    const failed = talk(
      [
        ['Hello', 'Which order?', call('log_visit', { at: 'noon' })],
        ['Order 4411', 'Found it.', lookup('4411'), call('close_order', { id: '4411' })],
        ['What is it worth?', 'It is 49.90 in total.'],
        ['Refund it', 'Done.', call('refund', { id: '4411' }, { result: 'ok' })],
      ],
      { checkpoints: [], assertions: [state] },
    );
    expect(diagnoseCause(failed, passed, suite)).toMatchObject({ turn: 2, confidence: 'likely' });
    expect(diagnoseCause(failed, undefined, suite)).toMatchObject({ confidence: 'unknown' });
  });

  it('is the first of several turns that are alike', () => {
    const [hello, order] = [
      ['Hello', 'Which order?'],
      ['Go on.', 'Found it.'],
    ] as const;
    const suite = suiteWith({ offer: { check: 'contains', wanted: 'a refund of' } });
    const offered = talk([[...hello], [...order], ['Go on.', 'You get a refund of 30 euros.']], {
      status: 'passed',
      checkpoints: [reached('offer', 3)],
    });
    const sentAway: TestTurn = ['Go on.', 'Please contact the manufacturer.'];
    const failed = talk([[...hello], [...order], sentAway, sentAway, sentAway], { checkpoints: [missed('offer')] });
    expect(diagnoseCause(failed, offered, suite)?.turn).toBe(3);
  });

  it('says nothing of an attempt that said the same: then the case has changed', () => {
    const failed = { ...passed, status: 'failed' as const, checkpoints: [missed('total'), reached('refunded', 4)] };
    const edited = suiteWith({ total: { check: 'contains', wanted: 'euros' } });
    const cause = diagnoseCause(failed, passed, edited);
    expect(cause?.confidence).toBe('unknown');
    expect(cause).not.toHaveProperty('turn');
    expect(cause?.sentence).not.toMatch(/T\d/);
  });
});

describe('what a judge quotes', () => {
  const turns: TestTurn[] = [
    ['Hello', 'Good morning, madam.'],
    ['I am lost', 'Then find yourself a map, will you.'],
    ['Thanks', 'Any time.'],
  ];
  const judgedFailure = (reason: string) =>
    diagnoseCause(
      talk(turns, {
        checkpoints: [],
        assertions: [
          {
            type: 'agent',
            status: 'failed',
            message: reason,
            expected: 'stays polite',
            agentValidation: { passed: false, reason },
          },
        ],
      }),
      undefined,
      suiteWith({}),
    );

  it('is the turn that has it, or the one it names', () => {
    expect(judgedFailure('It is rude to say "find yourself a map".')).toMatchObject({ turn: 2, confidence: 'likely' });
    expect(judgedFailure('In turn 2 the answer is rude.')).toMatchObject({ turn: 2 });
  });

  it('is no turn where it fits several, or none', () => {
    for (const reason of ['Turn 1 is fine, turn 2 is not.', 'It says "go away".', 'See turn 9.']) {
      expect(judgedFailure(reason)).toMatchObject({ confidence: 'unknown' });
    }
  });

  it('is the turn with which the message of a rule ends', () => {
    const message = 'expected the agent to ask for the e-mail before refund, got it first asked for it in turn 2';
    const assertions: AssertionResult[] = [{ type: 'elicited', status: 'failed', message }];
    expect(diagnoseCause(talk(turns, { checkpoints: [], assertions }), undefined, suiteWith({}))).toMatchObject({
      turn: 2,
      sentence: `Wrong at T2: ${message}`,
    });
  });

  it('is no evidence where it is another check that quotes: the answers of the last turn, whatever it is about', () => {
    const message = 'expected to contain "never said", got "find yourself a map" (turn 2)';
    const suite = suiteWith({ end: { check: 'contains', wanted: 'never said' } });
    const stuck = diagnoseCause(talk(turns, { checkpoints: [missed('end', { message })] }), undefined, suite);
    expect(stuck).toMatchObject({ sentence: '`end` was never reached, and no turn shows why', confidence: 'unknown' });
    const assertions: AssertionResult[] = [{ type: 'contains', status: 'failed', expected: 'never said', message }];
    expect(diagnoseCause(talk(turns, { checkpoints: [], assertions }), undefined, suite)).toMatchObject({
      confidence: 'unknown',
    });
  });

  it('says less than the order: what waits for a checkpoint came without it', () => {
    const reason = 'It is rude to say "find yourself a map".';
    const checkpoints = [
      missed('polite', { agentValidation: { passed: false, reason } }),
      missed('thanked', { after: ['polite'], outOfOrderAtTurns: [3] }),
    ];
    const cause = diagnoseCause(talk(turns, { checkpoints }), undefined, suiteWith({}));
    expect(cause).toMatchObject({ turn: 3, sentence: 'Out of order at T3: `thanked` came before `polite`' });
  });
});
