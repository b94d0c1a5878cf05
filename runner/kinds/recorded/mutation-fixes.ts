import { formatToolName, mayChangeState } from '../../assertions/match-tool.ts';
import type { Assertion, AuthoredCase, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type JsonObject } from '../../values/index.ts';
import { type AnswerMutation, FORBIDDEN_SUBJECT } from './mutations.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/**
 * A suggested addition to a case, in the fields of a case. Its assertions and checkpoints are added to the existing
 * ones.
 */
export type MutationFix = Pick<Partial<AuthoredCase>, 'never' | 'checkpoints' | 'strict'> & {
  assert?: Assertion[];
  /** An addition to one of the scripted turns of the case; `index` counts from 0. */
  turn?: { index: number; assert: Assertion[] };
};

/** An assertion for `never`: fails every turn whose answer has no text. */
export const EMPTY_ANSWER_ASSERTION = { type: 'equals', value: '', ignore_space: true } as const satisfies Assertion;

/** Suggests a check that should catch a mutation. `answer` is the original conversation. */
export function suggestFix(
  { kind, call, turn, text }: AnswerMutation,
  testCase: StandardOrDynamicCase,
  answer: RecordedAnswer,
): MutationFix {
  const isTalk = testCase.kind === 'dynamic';
  switch (kind) {
    case 'drop_call':
    case 'alter_argument':
    case 'swap_arguments':
      return { assert: call === undefined ? [] : [createToolCalledAssertion(call)] };
    case 'add_call':
    case 'repeat_call':
      return { assert: [createToolsAssertion(answer, 'exactly')] };
    case 'invert_order':
      return { assert: [createToolsAssertion(answer, 'in_order')] };
    case 'skip_question':
      return call === undefined ? {} : createAskedFirstFix(call, testCase, turn);
    case 'alter_number':
      return { assert: text === undefined ? [] : [{ type: 'contains', value: text }] };
    case 'say_forbidden': {
      const forbidden = { type: 'contains', value: FORBIDDEN_SUBJECT, ignore_case: true } as const;
      return isTalk ? { never: [forbidden] } : { assert: [{ ...forbidden, type: 'not_contains' }] };
    }
    case 'answer_empty':
      return isTalk ? { never: [EMPTY_ANSWER_ASSERTION] } : { assert: [{ type: 'type', value: 'string' }] };
    default:
      return kind satisfies never;
  }
}

/** Adds a fix to a case. Standard cases have only assertions. */
export function applyFix(
  testCase: StandardOrDynamicCase,
  { assert = [], never, checkpoints = [], strict, turn }: MutationFix,
): StandardOrDynamicCase {
  if (testCase.kind === 'standard') return { ...testCase, assertions: [...testCase.assertions, ...assert] };
  return {
    ...testCase,
    assertions: assert.length === 0 ? testCase.assertions : [...(testCase.assertions ?? []), ...assert],
    never: never === undefined ? testCase.never : [...(testCase.never ?? []), ...never],
    checkpoints: [...testCase.checkpoints, ...checkpoints],
    strict: strict ?? testCase.strict,
    turns: testCase.turns?.map((scripted, index) =>
      index === turn?.index ? { ...scripted, assert: [...(scripted.assert ?? []), ...turn.assert] } : scripted,
    ),
  };
}

function createToolCalledAssertion(call: ToolCall): Assertion {
  const args = getNonEmptyArguments(call);
  return { type: 'tool_called', name: formatToolName(call), ...(args === undefined ? {} : { arguments: args }) };
}

function createToolsAssertion({ turns }: RecordedAnswer, match: 'exactly' | 'in_order'): Assertion {
  const calls = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  const writes = calls.filter((call) => mayChangeState(call) && (call.error ?? '') === '');
  const ignore = [...new Set(calls.filter((call) => !mayChangeState(call)).map(formatToolName))].toSorted();
  return {
    type: 'tools',
    match,
    calls: writes.map((call) => ({ name: formatToolName(call), arguments: getNonEmptyArguments(call) })),
    ...(ignore.length === 0 || match === 'in_order' ? {} : { ignore }),
  };
}

function getNonEmptyArguments({ arguments: args }: ToolCall): JsonObject | undefined {
  return isJsonObject(args) && Object.keys(args).length > 0 ? args : undefined;
}

/**
 * Returns checks that the agent asks for permission before a call. In a scripted turn, the call is forbidden in that
 * turn. Otherwise the question becomes a checkpoint before that of the call, and `strict` rejects a call in the same
 * turn as the question.
 */
function createAskedFirstFix(call: ToolCall, testCase: StandardOrDynamicCase, turn: number): MutationFix {
  const { kind, input } = testCase;
  const index = turn - 1 - (input === undefined ? 0 : 1);
  if (kind === 'dynamic' && testCase.turns?.[index] !== undefined) {
    return { turn: { index, assert: [{ type: 'tool_called', name: formatToolName(call), times: 0 }] } };
  }
  const checkpoint = {
    id: 'asked_first',
    after: [],
    required: true,
    assert: [{ type: 'regex', value: '\\?' } as const],
  };
  const acted = {
    id: `then_${formatToolName(call)}`,
    after: ['asked_first'],
    required: true,
    assert: [createToolCalledAssertion(call)],
  };
  return { checkpoints: [checkpoint, acted], strict: true };
}
