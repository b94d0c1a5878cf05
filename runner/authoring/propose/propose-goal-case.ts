import { formatJudgedText } from '../../assertions/judged-value.ts';
import { formatToolName, hasFailed, mayChangeState } from '../../assertions/match-tool.ts';
import type { SimulatedUser, ToolCall } from '../../contract/index.ts';
import { EMPTY_ANSWER_ASSERTION } from '../../kinds/recorded/mutation-fixes.ts';
import { buildUserContract, isValueStatedIn, listFactOutcomes, type UserContract } from '../../simulated-user/index.ts';
import { castToJson, isBlank, type JsonObject } from '../../values/index.ts';
import { findExpectedWord, isReproducibleNumber, listNumbersInAnswer } from './answer-words.ts';
import type { RecordedTurn } from './propose-conversation.ts';
import {
  isConsentCheckpoint,
  type ProposedCheckpoint,
  proposeQuestionCheckpoints,
  toIdPart,
} from './propose-questions.ts';
import { listScalars, selectStableArguments } from './stable-arguments.ts';

/** A conversation between the built-in simulator and an agent. */
export type GoalConversation = {
  id: string;
  user: SimulatedUser;
  turns: readonly RecordedTurn[];
  /** False if the conversation was stopped because it reached the maximum number of turns. */
  isOver: boolean;
  /** The criterion for a judge of the whole conversation; undefined if no model can be the judge. */
  criterion?: string | undefined;
};

/** Forbids the agent to mention its system prompt. */
const systemPromptLeakAssertion: JsonObject = { type: 'regex', value: '(?i)\\bsystem prompt\\b' };

/**
 * Creates a case in which the built-in simulator has the same goal and facts, with checkpoints for the questions, calls
 * and texts of the agent. Undefined if there is nothing to check.
 */
export function proposeGoalCase(conversation: GoalConversation): JsonObject | undefined {
  const { id, user, turns, isOver, criterion } = conversation;
  const contract = buildUserContract(user, { seed: id });
  const checkpoints = proposeCheckpoints(turns, contract);
  if (checkpoints.length === 0) return undefined;
  const assertions = [
    ...proposeAssertions(turns, contract),
    ...(criterion === undefined ? [] : [{ type: 'agent', value: criterion }]),
  ];
  return {
    id,
    simulator: castToJson(user),
    ...(isOver ? { until: 'done' } : { until: 'checkpoints', max_turns: turns.length }),
    checkpoints,
    never: turns.every(({ response }) => !isBlank(formatJudgedText(response)))
      ? [systemPromptLeakAssertion, { ...EMPTY_ANSWER_ASSERTION }]
      : systemPromptLeakAssertion,
    ...(assertions.length === 0 ? {} : { assert: assertions }),
  };
}

/** Returns checkpoints that must be reached in this order. Only questions between two calls may come in any order. */
function proposeCheckpoints(turns: readonly RecordedTurn[], contract: UserContract): JsonObject[] {
  const checkpoints: JsonObject[] = [];
  let lastCheckpointId: string[] = [];
  let questions: string[] = [];
  function addCheckpoint({ id, ...checkpoint }: ProposedCheckpoint, after: readonly string[]): string {
    const similarCheckpoints = checkpoints.filter((each) => String(each.id).startsWith(id)).length;
    const freeId = similarCheckpoints === 0 ? id : `${id}-${similarCheckpoints + 1}`;
    checkpoints.push({ id: freeId, ...(after.length === 0 ? {} : { after: [...after] }), ...checkpoint });
    return freeId;
  }
  function addSequentialCheckpoint(checkpoint: ProposedCheckpoint): void {
    lastCheckpointId = [addCheckpoint(checkpoint, [...new Set([...lastCheckpointId, ...questions])])];
    questions = [];
  }
  for (const [position, turn] of turns.entries()) {
    const pastTurns = turns.slice(0, position);
    for (const call of listCallsOfNewTools(turn, pastTurns)) {
      const proposedCheckpoint = proposeCallCheckpoint(call, { turns, contract });
      // `strict` is needed, because otherwise a call in the same turn as its question would count.
      addSequentialCheckpoint(questions.length > 0 ? { ...proposedCheckpoint, strict: true } : proposedCheckpoint);
    }
    const figure = findGroundedNumber(turn, pastTurns, contract);
    if (figure !== undefined) {
      const assert = { type: 'contains', value: figure };
      addSequentialCheckpoint({ id: `says-${toIdPart(figure)}`, description: `says ${figure}`, assert });
    }
    const askedQuestions = proposeQuestionCheckpoints(turns, turn, contract).filter(
      ({ id }) => !checkpoints.some((each) => each.id === id),
    );
    questions = [
      ...questions,
      ...askedQuestions.map((question) =>
        addCheckpoint(question, isConsentCheckpoint(question) ? [] : lastCheckpointId),
      ),
    ];
  }
  return checkpoints.length > 0 ? checkpoints : proposeWordCheckpoint(turns);
}

/**
 * Returns the calls of tools that no earlier turn called. A failed call is left out if the same tool also succeeded.
 */
function listCallsOfNewTools({ response }: RecordedTurn, pastTurns: readonly RecordedTurn[]): ToolCall[] {
  const usedTools = new Set(pastTurns.flatMap((turn) => turn.response.toolCalls.map(formatToolName)));
  const names = [...new Set(response.toolCalls.map(formatToolName))].filter((name) => !usedTools.has(name));
  return names.flatMap((name) => {
    const callsOfTool = response.toolCalls.filter((call) => formatToolName(call) === name);
    return callsOfTool.find((call) => !hasFailed(call)) ?? callsOfTool.slice(0, 1);
  });
}

type CaseContext = { turns: readonly RecordedTurn[]; contract: UserContract };

function proposeCallCheckpoint(call: ToolCall, context: CaseContext): ProposedCheckpoint {
  const name = formatToolName(call);
  const args = selectStableArgumentsInContext(call, context);
  const value = args === undefined ? name : { name, arguments: args };
  return { id: `calls-${toIdPart(name)}`, description: `calls ${name}`, assert: { type: 'tool_called', value } };
}

function selectStableArgumentsInContext(call: ToolCall, { turns, contract }: CaseContext): JsonObject | undefined {
  const calls = turns.flatMap(({ response }) => response.toolCalls);
  const earlierCalls = calls.slice(0, calls.indexOf(call));
  return selectStableArguments(call, { userText: joinUserTexts(turns, contract), earlierCalls });
}

function joinUserTexts(turns: readonly RecordedTurn[], { goals, facts }: UserContract): string {
  return [...goals, ...facts.map(({ value }) => value), ...turns.map(({ input }) => input)].join('\n');
}

/**
 * Returns a number in the answer that the agent did not make up, because the user or a tool result contains it, or
 * because it looks like a price.
 */
function findGroundedNumber(
  turn: RecordedTurn,
  pastTurns: readonly RecordedTurn[],
  contract: UserContract,
): string | undefined {
  const earlierText = pastTurns.map(({ response }) => response.content).join('\n');
  const userText = joinUserTexts([...pastTurns, turn], contract);
  const calls = [...pastTurns, turn].flatMap(({ response }) => response.toolCalls);
  const generatedValues = calls
    .filter(mayChangeState)
    .flatMap(({ result }) => listScalars(result).filter(isGeneratedValueKey));
  const lookedUpValues = calls.filter((call) => !mayChangeState(call)).flatMap(({ result }) => listScalars(result));
  const answer = turn.response.content;
  const statedNumbers = contract.facts
    .map(({ value }) => value)
    .filter((value) => /\d/.test(value) && answer.includes(value));
  const newNumbers = [...statedNumbers, ...listNumbersInAnswer(answer)].filter(
    (figure) => figure.length > 2 && !earlierText.includes(figure),
  );
  const isStatedInOneOf = (values: readonly { text: string }[], figure: string): boolean =>
    values.some(({ text }) => isValueStatedIn(text, figure));
  return (
    newNumbers.find((figure) => isStatedInOneOf(lookedUpValues, figure)) ??
    newNumbers.find(
      (figure) =>
        isReproducibleNumber(figure, userText) &&
        (userText.includes(figure) || !isStatedInOneOf(generatedValues, figure)),
    )
  );
}

/**
 * Returns true for keys whose values are usually generated, such as ids and times, and therefore differ in every
 * conversation.
 */
function isGeneratedValueKey({ key }: { key: string }): boolean {
  return /(?:^|_|[a-z])(?:id|number|nr|no|ref|reference|code|ticket|token|at|time|date|timestamp)$/i.test(key);
}

function proposeWordCheckpoint(turns: readonly RecordedTurn[]): JsonObject[] {
  const [turn] = turns;
  const word = turn && findExpectedWord({ answer: turn.response.content, userText: turn.input, earlierText: '' });
  if (word === undefined) return [];
  return [{ id: 'answers', description: `mentions ${word}`, assert: { type: 'regex', value: `(?i)${word}` } }];
}

/**
 * Proposes assertions on the whole conversation: on its calls, on the questions before them, and on an answer at the
 * end.
 */
function proposeAssertions(turns: readonly RecordedTurn[], contract: UserContract): JsonObject[] {
  const calls = turns.flatMap(({ turn, response }) => response.toolCalls.map((call) => ({ turn, call })));
  const changes = calls.filter(({ call }) => mayChangeState(call) && !hasFailed(call));
  const lookUps = [
    ...new Set(calls.filter(({ call }) => !mayChangeState(call)).map(({ call }) => formatToolName(call))),
  ];
  const ledger = listFactOutcomes(
    contract,
    turns.map(({ turn, input, response }) => ({ turn, user: input, agent: response.content })),
  );
  const [firstChange] = changes;
  const elicited = ledger.filter(({ state }) => state === 'elicited' || state === 'asked');
  const isAskedFirst = elicited.every(
    ({ askedAtTurn = 0 }) => firstChange !== undefined && askedAtTurn < firstChange.turn,
  );
  const before =
    isAskedFirst && firstChange !== undefined
      ? { type: 'tool_called', value: formatToolName(firstChange.call) }
      : undefined;
  return [
    ...(calls.length === 0
      ? []
      : [
          {
            type: 'tools',
            match: 'exactly',
            calls: changes.map(({ call }): JsonObject => {
              const args = selectStableArgumentsInContext(call, { turns, contract });
              return { name: formatToolName(call), ...(args === undefined ? {} : { arguments: args }) };
            }),
            ...(lookUps.length === 0 ? {} : { ignore: lookUps }),
          },
        ]),
    ...(elicited.length === 0
      ? []
      : [{ type: 'elicited', value: elicited.map(({ name }) => name), ...(before === undefined ? {} : { before }) }]),
  ];
}
