import { jsonEquals } from '../../assertions/json-equals.ts';
import { formatToolName, mayChangeState, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCall, Turn } from '../../contract/index.ts';
import { toCanonicalJson } from '../../values/index.ts';
import type { FinishedRollout } from './rollouts.ts';

/**
 * An action of the agent in a turn, in words. `isIn` returns true if another version of the conversation contains the
 * same action.
 */
export type AgentAction = { words: string; isIn(turns: readonly Turn[]): boolean };

/** How many rollouts played the turn again, and in how many of them the agent acted in the same way. */
export type RepeatedAction = { words: string; same: number; played: number };

type TurnInRollouts = {
  /** The number of the examined turn. */
  turn: number;
  recordedTurns: readonly Turn[];
  rollouts: readonly FinishedRollout[];
};

/** An action explains the failure only if at most this share of the passed rollouts contains it. */
const MAX_SHARE_IN_PASSING = 0.5;

/**
 * Finds an action of the agent in a turn that most passed rollouts lack, so that it explains the failure: a call that
 * comes too early, an additional call, a missing call, or other arguments. Undefined if the calls are the same, because
 * texts are not compared.
 */
export function findDistinguishingAction({
  turn,
  recordedTurns,
  rollouts,
}: TurnInRollouts): RepeatedAction | undefined {
  const versions = rollouts.filter(({ kept, newMessage }) => kept === turn - 1 && newMessage !== true);
  const passingRollouts = versions.filter(({ passed, alone }) => passed && alone !== true);
  if (passingRollouts.length === 0) return undefined;
  const shares = listDistinguishingActions({ turn, recordedTurns, passingRollouts }).map((action) => ({
    deed: action,
    share: passingRollouts.filter(({ turns }) => action.isIn(turns)).length / passingRollouts.length,
  }));
  const smallestShare = Math.min(...shares.map(({ share }) => share));
  const bestAction = shares.find(({ share }) => share === smallestShare);
  if (bestAction === undefined || smallestShare > MAX_SHARE_IN_PASSING) return undefined;
  const singleTurnVersions = versions.filter((version) => version.alone === true);
  const comparedVersions = singleTurnVersions.length > 0 ? singleTurnVersions : versions;
  const sameCount = comparedVersions.filter(({ turns }) => bestAction.deed.isIn(turns)).length;
  return { words: bestAction.deed.words, same: sameCount, played: comparedVersions.length };
}

/** Lists the actions of the agent in the turn, the best explanation of the failure first. */
function listDistinguishingActions({
  turn,
  recordedTurns,
  passingRollouts,
}: Omit<TurnInRollouts, 'rollouts'> & { passingRollouts: readonly FinishedRollout[] }) {
  const calls = listCallsOfTurn(recordedTurns, turn);
  const callsOfPassing = passingRollouts.map(({ turns }) => listCallsOfTurn(turns, turn));
  const otherNames = new Set(callsOfPassing.flat().map(formatToolName));
  const earlyCalls = calls
    .filter(mayChangeState)
    .flatMap((call) => findEarlyCalls(call, { turn, recordedTurns, passingRollouts }));
  const extraCalls = calls.map((call) => createExtraCallAction(call, turn));
  const missingCalls = [...otherNames]
    .filter((name) => !calls.some((call) => formatToolName(call) === name))
    .map((name) => createMissingCallAction(name, turn));
  const changedCalls = calls
    .filter((call) => otherNames.has(formatToolName(call)))
    .map((call) => createCallWithArgumentsAction(call, turn));
  return [...earlyCalls, ...extraCalls, ...missingCalls, ...changedCalls];
}

function listCallsOfTurn(turns: readonly Turn[], turn: number): readonly ToolCall[] {
  return turns.find((each) => each.turn === turn)?.response?.toolCalls ?? [];
}

/**
 * Returns the calls that passed rollouts make before this call, but that the recorded conversation does not make before
 * it.
 */
function findEarlyCalls(
  call: ToolCall,
  {
    turn,
    recordedTurns,
    passingRollouts,
  }: Omit<TurnInRollouts, 'rollouts'> & { passingRollouts: readonly FinishedRollout[] },
): AgentAction[] {
  const name = formatToolName(call);
  const toolsBefore = listToolsCalledBeforeTool(recordedTurns, { turn, name });
  if (toolsBefore === undefined) return [];
  const usualTools = passingRollouts.flatMap(({ turns }) => [
    ...(listToolsCalledBeforeTool(turns, { turn: turns.length, name }) ?? []),
  ]);
  const skippedTools = [...new Set(usualTools)].filter((other) => !toolsBefore.has(other) && other !== name);
  const inAll = recordedTurns.flatMap(({ response }) => response?.toolCalls.map(formatToolName) ?? []);
  return skippedTools.map((other) => ({
    words: `called \`${name}\` ${inAll.includes(other) ? 'before' : 'without'} \`${other}\``,
    isIn: (turns) => listToolsCalledBeforeTool(turns, { turn, name })?.has(other) === false,
  }));
}

/**
 * Returns the names of the tools that were called before the first call of a tool, in the turns up to a given one;
 * undefined if the tool is not called.
 */
function listToolsCalledBeforeTool(
  turns: readonly Turn[],
  { turn, name }: { turn: number; name: string },
): Set<string> | undefined {
  const names = turns.flatMap((each) =>
    each.turn <= turn ? (each.response?.toolCalls.map(formatToolName) ?? []) : [],
  );
  const first = names.indexOf(name);
  return first === -1 ? undefined : new Set(names.slice(0, first));
}

function createExtraCallAction(call: ToolCall, turn: number): AgentAction {
  const name = formatToolName(call);
  return {
    words: `called \`${name}\``,
    isIn: (turns) => listCallsOfTurn(turns, turn).some((other) => formatToolName(other) === name),
  };
}

function createMissingCallAction(name: string, turn: number): AgentAction {
  return {
    words: `did not call \`${name}\``,
    isIn: (turns) => listCallsOfTurn(turns, turn).every((other) => formatToolName(other) !== name),
  };
}

const MAX_ARGUMENT_LENGTH = 80;

function createCallWithArgumentsAction(call: ToolCall, turn: number): AgentAction {
  const name = formatToolName(call);
  const args = parseArgumentsIfText(call.arguments);
  const text = toCanonicalJson(args);
  const shortText = text.length > MAX_ARGUMENT_LENGTH ? `${text.slice(0, MAX_ARGUMENT_LENGTH).toWellFormed()}…` : text;
  return {
    words: `called \`${name}\` with ${shortText}`,
    isIn: (turns) =>
      listCallsOfTurn(turns, turn).some(
        (other) => formatToolName(other) === name && jsonEquals(parseArgumentsIfText(other.arguments), args),
      ),
  };
}
