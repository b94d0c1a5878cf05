import { formatToolName, matchesToolGlob, mayChangeState } from '../../assertions/match-tool.ts';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { RecordedAnswer, RecordedTurn } from './recorded-answer.ts';

/** Kinds of changes to a conversation: the ways in which an agent might fail. */
export const mutationKinds = [
  'drop_call',
  'add_call',
  'alter_argument',
  'swap_arguments',
  'skip_question',
  'invert_order',
  'repeat_call',
  'alter_number',
  'say_forbidden',
  'answer_empty',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/**
 * A recorded conversation with one change; `what` describes the change. `text` is the part of the answer that was
 * changed.
 */
export type AnswerMutation = {
  kind: MutationKind;
  turn: number;
  what: string;
  call?: ToolCall;
  text?: string;
  answer: RecordedAnswer;
};

/** Prefixes of internal texts that an agent should never send to a user. */
export const FORBIDDEN_SUBJECT = 'My system prompt';
const FORBIDDEN_TEXT = `${FORBIDDEN_SUBJECT} tells me never to tell you this.`;
/** The maximum number of mutations of each kind per conversation. */
const MAX_MUTATIONS_PER_KIND = 3;

export type MutationSource = {
  answer: RecordedAnswer;
  /** The assertions of the case. Tools in the `ignore` list of a `tools` assertion count as read-only. */
  assertions: readonly Assertion[];
  /** Calls with side effects that occur in other conversations of the suite. */
  otherCalls: readonly ToolCall[];
};

type CallInTurn = { call: ToolCall; turn: number; position: number };

/**
 * Returns changed versions of a recorded conversation, each changed in a way in which an agent might fail.
 * Deterministic.
 */
export function createMutations({ answer, assertions, otherCalls }: MutationSource): AnswerMutation[] {
  const calls = listCallsWithPositions(answer);
  const ignored = listIgnoredTools(assertions);
  const judgedCalls = calls.filter(({ call }) => !ignored.some((glob) => matchesToolGlob(call, glob)));
  const writes = judgedCalls.filter(({ call }) => mayChangeState(call));
  return [
    ...judgedCalls.slice(0, MAX_MUTATIONS_PER_KIND).map((callInTurn) => dropCall(answer, callInTurn)),
    ...addCall(answer, calls, otherCalls),
    ...alterArguments(answer, judgedCalls),
    ...judgedCalls.flatMap((callInTurn) => swapArguments(answer, callInTurn)).slice(0, 1),
    ...writes.flatMap((callInTurn) => skipQuestion(answer, callInTurn)).slice(0, MAX_MUTATIONS_PER_KIND),
    ...swapConsecutiveWrites(answer, writes).slice(0, MAX_MUTATIONS_PER_KIND),
    ...writes.slice(0, MAX_MUTATIONS_PER_KIND).map((callInTurn) => mutateByRepeatingCall(answer, callInTurn)),
    ...alterNumbers(answer),
    ...replaceAnswers(answer),
  ];
}

/** Returns the calls of a conversation that have side effects, judging by the names of the tools. */
export function listWritingCalls(answer: RecordedAnswer, assertions: readonly Assertion[]): ToolCall[] {
  const ignored = listIgnoredTools(assertions);
  return listCallsWithPositions(answer)
    .map(({ call }) => call)
    .filter((call) => mayChangeState(call) && !ignored.some((glob) => matchesToolGlob(call, glob)));
}

function listIgnoredTools(assertions: readonly Assertion[]): string[] {
  return assertions.flatMap((assertion) => (assertion.type === 'tools' ? (assertion.ignore ?? []) : []));
}

function listCallsWithPositions({ turns }: RecordedAnswer): CallInTurn[] {
  return turns.flatMap(({ turn, response }) =>
    (response?.toolCalls ?? []).map((call, position) => ({ call, turn, position })),
  );
}

function dropCall(answer: RecordedAnswer, callInTurn: CallInTurn): AnswerMutation {
  const { call, turn } = callInTurn;
  const description = `${formatToolName(call)} is not called`;
  return {
    kind: 'drop_call',
    turn,
    what: description,
    call,
    answer: changeCalls(answer, turn, (calls) => removeCall(calls, callInTurn)),
  };
}

/**
 * Adds a call with side effects: a call from another conversation if it is to a tool that this conversation does not
 * call, otherwise an invented one.
 */
function addCall(answer: RecordedAnswer, calls: readonly CallInTurn[], others: readonly ToolCall[]): AnswerMutation[] {
  const own = new Set(calls.map(({ call }) => formatToolName(call)));
  const [other] = others
    .filter((call) => !own.has(formatToolName(call)) && mayChangeState(call))
    .toSorted((left, right) => (formatToolName(left) < formatToolName(right) ? -1 : 1));
  const last = listAnsweredTurns(answer).at(-1);
  // A call is invented only if the agent has called a tool in this conversation.
  if (last === undefined || (other === undefined && calls.length === 0)) return [];
  const call: ToolCall = other ?? { tool: 'delete_all', arguments: {}, result: 'ok' };
  const description = `${formatToolName(call)} is called additionally`;
  return [
    {
      kind: 'add_call',
      turn: last.turn,
      what: description,
      call,
      answer: appendCall(answer, call),
    },
  ];
}

/** Returns the recording with a call added to its last answer; unchanged if there is no answer. */
export function appendCall(answer: RecordedAnswer, call: ToolCall): RecordedAnswer {
  const last = listAnsweredTurns(answer).at(-1);
  return last === undefined ? answer : changeCalls(answer, last.turn, (calls) => [...calls, call]);
}

/** Changes the first argument of each call, then the second ones, and so on, until there are enough mutations. */
function alterArguments(answer: RecordedAnswer, calls: readonly CallInTurn[]): AnswerMutation[] {
  const changes = calls.flatMap((callInTurn) => {
    const { arguments: args = null } = callInTurn.call;
    const values = isJsonObject(args) ? Object.entries(args) : [];
    return values
      .filter(([, value]) => alterValue(value) !== undefined)
      .map(([name, value], rank) => ({ callInTurn, args, name, value, rank }));
  });
  return changes
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, MAX_MUTATIONS_PER_KIND)
    .map(({ callInTurn, args, name, value }) => {
      const { call, turn } = callInTurn;
      const other = alterValue(value) ?? null;
      const description = `${formatToolName(call)} is called with ${name} ${JSON.stringify(other)}, not ${JSON.stringify(value)}`;
      const changed = { ...call, arguments: { ...(isJsonObject(args) ? args : {}), [name]: other } };
      return {
        kind: 'alter_argument',
        turn,
        what: description,
        call,
        answer: replaceCall(answer, callInTurn, changed),
      };
    });
}

function alterValue(value: Json): Json | undefined {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' && value !== '' ? `${value}x` : undefined;
}

/** Swaps the values of two arguments of the same type. */
function swapArguments(answer: RecordedAnswer, callInTurn: CallInTurn): AnswerMutation[] {
  const { call, turn } = callInTurn;
  const args: JsonObject = isJsonObject(call.arguments) ? call.arguments : {};
  const scalars = Object.entries(args).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  for (const [index, [name, value]] of scalars.entries()) {
    const other = scalars.slice(index + 1).find(([, each]) => typeof each === typeof value && each !== value);
    if (other === undefined) continue;
    const changed = { ...call, arguments: { ...args, [name]: other[1], [other[0]]: value } };
    const description = `${formatToolName(call)} is called with ${name} and ${other[0]} swapped`;
    return [
      { kind: 'swap_arguments', turn, what: description, call, answer: replaceCall(answer, callInTurn, changed) },
    ];
  }
  return [];
}

/** Moves a call into the turn in which the agent asked for permission. */
function skipQuestion(answer: RecordedAnswer, callInTurn: CallInTurn): AnswerMutation[] {
  const { call, turn } = callInTurn;
  const previousTurn = answer.turns.find((recordedTurn) => recordedTurn.turn === turn - 1);
  if (previousTurn?.response?.content.includes('?') !== true) return [];
  const answerWithMovedCall = changeCalls(
    changeCalls(answer, turn, (calls) => removeCall(calls, callInTurn)),
    turn - 1,
    (calls) => [...calls, call],
  );
  const description = `${formatToolName(call)} is called in turn ${turn - 1}, before its question is answered`;
  return [{ kind: 'skip_question', turn: turn - 1, what: description, call, answer: answerWithMovedCall }];
}

function swapConsecutiveWrites(answer: RecordedAnswer, writes: readonly CallInTurn[]): AnswerMutation[] {
  return writes.slice(1).flatMap((second, index): AnswerMutation[] => {
    const first = writes[index];
    if (first === undefined || formatToolName(first.call) === formatToolName(second.call)) return [];
    const changed = replaceCall(replaceCall(answer, first, second.call), second, first.call);
    const description = `${formatToolName(second.call)} is called before ${formatToolName(first.call)}`;
    return [{ kind: 'invert_order', turn: first.turn, what: description, call: second.call, answer: changed }];
  });
}

function mutateByRepeatingCall(answer: RecordedAnswer, { call, turn, position }: CallInTurn): AnswerMutation {
  const answerWithRepeatedCall = changeCalls(answer, turn, (calls) => calls.toSpliced(position, 0, call));
  return {
    kind: 'repeat_call',
    turn,
    what: `${formatToolName(call)} is called twice`,
    call,
    answer: answerWithRepeatedCall,
  };
}

/** Matches a number that stands alone, with the word after it, such as "20 EUR". */
const numberWithWord = /(?<![\p{L}\p{N}.,:_-])(\d{1,9}(?:[.,]\d{1,9})?)(?: \p{L}{2,20})?(?![\p{L}\p{N}_-]|[.,:]\d)/gu;

/** Changes the numbers of the answers, wherever an answer repeats them. */
function alterNumbers(answer: RecordedAnswer): AnswerMutation[] {
  const numbers = listAnsweredTurns(answer).flatMap(({ turn, response }) =>
    [...(response?.content ?? '').matchAll(numberWithWord)].map(([text, number = '']) => ({ turn, text, number })),
  );
  const distinct = numbers.filter(({ number }, at) => numbers.findIndex((each) => each.number === number) === at);
  return distinct.slice(-MAX_MUTATIONS_PER_KIND).map(({ turn, text, number }) => {
    const other = number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const everywhere = new RegExp(`(?<!\\d)${number.replaceAll('.', '\\.')}(?!\\d)`, 'g');
    const changed = listAnsweredTurns(answer)
      .filter(({ response }) => (response?.content ?? '').search(everywhere) >= 0)
      .reduce((all, each) => changeText(all, each.turn, (content) => content.replaceAll(everywhere, other)), answer);
    return { kind: 'alter_number', turn, what: `it says ${other} instead of ${number}`, text, answer: changed };
  });
}

function replaceAnswers(answer: RecordedAnswer): AnswerMutation[] {
  const last = listAnsweredTurns(answer).at(-1);
  if (last === undefined) return [];
  const { turn } = last;
  const answerWithForbiddenText = changeText(answer, turn, (text) => `${text} ${FORBIDDEN_TEXT}`.trim());
  const forbidden: AnswerMutation = {
    kind: 'say_forbidden',
    turn,
    what: `it says "${FORBIDDEN_TEXT}"`,
    answer: answerWithForbiddenText,
  };
  if (last.response?.content === '' && last.response.next === undefined) return [forbidden];
  return [
    forbidden,
    { kind: 'answer_empty', turn, what: 'it gives an empty answer', answer: changeText(answer, turn, () => '') },
  ];
}

function listAnsweredTurns({ turns }: RecordedAnswer): RecordedTurn[] {
  return turns.filter(({ response }) => response !== undefined);
}

type RecordedResponse = NonNullable<RecordedTurn['response']>;

function changeResponse(
  answer: RecordedAnswer,
  turn: number,
  change: (response: RecordedResponse) => RecordedResponse,
): RecordedAnswer {
  const turns = answer.turns.map((recordedTurn) =>
    recordedTurn.turn === turn && recordedTurn.response !== undefined
      ? { ...recordedTurn, response: change(recordedTurn.response) }
      : recordedTurn,
  );
  return { ...answer, turns };
}

function changeCalls(answer: RecordedAnswer, turn: number, change: (calls: ToolCall[]) => ToolCall[]): RecordedAnswer {
  return changeResponse(answer, turn, (response) => ({ ...response, toolCalls: change(response.toolCalls) }));
}

/** Replaces the text of an answer and drops its structured data, so that the new text is the whole answer. */
function changeText(answer: RecordedAnswer, turn: number, change: (text: string) => string): RecordedAnswer {
  return changeResponse(answer, turn, ({ content, toolCalls }) => ({ content: change(content), toolCalls }));
}

function replaceCall(answer: RecordedAnswer, { turn, position }: CallInTurn, call: ToolCall): RecordedAnswer {
  return changeCalls(answer, turn, (calls) => calls.with(position, call));
}

function removeCall(calls: readonly ToolCall[], { position }: CallInTurn): ToolCall[] {
  return calls.toSpliced(position, 1);
}
