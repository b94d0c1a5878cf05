import { jsonEquals } from '../../assertions/json-equals.ts';
import { formatToolName, mayChangeState, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCall, Turn } from '../../contract/index.ts';
import { toCanonicalJson } from '../../values/index.ts';
import type { FinishedRollout } from './rollouts.ts';

/**
 * An action of the agent in a turn, described in words. `isIn` tells whether another version of the turn contains the
 * same action.
 */
export type AgentAction = { words: string; isIn(turns: readonly Turn[]): boolean };

/** How many replays of the turn contain the same action. */
export type RepeatedAction = { words: string; same: number; played: number };

type TurnVersions = {
  /** The number of the turn. */
  turn: number;
  recorded: readonly Turn[];
  rollouts: readonly FinishedRollout[];
};

/** The maximum share of passing rollouts that may contain an action which explains the failure. */
const MOST_IN_PASSING = 0.5;

/**
 * Finds an action of the agent in a turn that most passing rollouts do not have: a call too early, an extra call, a
 * missing call, or other arguments. Undefined if the calls are the same, because texts are not compared.
 */
export function findDistinguishingAction({ turn, recorded, rollouts }: TurnVersions): RepeatedAction | undefined {
  const versions = rollouts.filter(({ kept, newMessage }) => kept === turn - 1 && newMessage !== true);
  const passing = versions.filter(({ passed, alone }) => passed && alone !== true);
  if (passing.length === 0) return undefined;
  const shares = listDistinguishingActions({ turn, recorded, passing }).map((deed) => ({
    deed,
    share: passing.filter(({ turns }) => deed.isIn(turns)).length / passing.length,
  }));
  const least = Math.min(...shares.map(({ share }) => share));
  const best = shares.find(({ share }) => share === least);
  if (best === undefined || least > MOST_IN_PASSING) return undefined;
  const alone = versions.filter((version) => version.alone === true);
  const replayed = alone.length > 0 ? alone : versions;
  const same = replayed.filter(({ turns }) => best.deed.isIn(turns)).length;
  return { words: best.deed.words, same, played: replayed.length };
}

/** The agent's actions in the turn, the best explanation of the failure first. */
function listDistinguishingActions({
  turn,
  recorded,
  passing,
}: Omit<TurnVersions, 'rollouts'> & { passing: readonly FinishedRollout[] }) {
  const calls = listCallsOfTurn(recorded, turn);
  const others = passing.map(({ turns }) => listCallsOfTurn(turns, turn));
  const otherNames = new Set(others.flat().map(formatToolName));
  const early = calls.filter(mayChangeState).flatMap((call) => findEarlyCalls(call, { turn, recorded, passing }));
  const extra = calls.map((call) => createExtraCallAction(call, turn));
  const missing = [...otherNames]
    .filter((name) => !calls.some((call) => formatToolName(call) === name))
    .map((name) => createMissingCallAction(name, turn));
  const different = calls
    .filter((call) => otherNames.has(formatToolName(call)))
    .map((call) => createCallWithArgumentsAction(call, turn));
  return [...early, ...extra, ...missing, ...different];
}

function listCallsOfTurn(turns: readonly Turn[], turn: number): readonly ToolCall[] {
  return turns.find((each) => each.turn === turn)?.response?.toolCalls ?? [];
}

/** The calls that passing rollouts make before this one, and the recorded conversation does not. */
function findEarlyCalls(
  call: ToolCall,
  { turn, recorded, passing }: Omit<TurnVersions, 'rollouts'> & { passing: readonly FinishedRollout[] },
): AgentAction[] {
  const name = formatToolName(call);
  const before = listToolsCalledBeforeTool(recorded, { turn, name });
  if (before === undefined) return [];
  const usual = passing.flatMap(({ turns }) => [
    ...(listToolsCalledBeforeTool(turns, { turn: turns.length, name }) ?? []),
  ]);
  const skipped = [...new Set(usual)].filter((other) => !before.has(other) && other !== name);
  const inAll = recorded.flatMap(({ response }) => response?.toolCalls.map(formatToolName) ?? []);
  return skipped.map((other) => ({
    words: `called \`${name}\` ${inAll.includes(other) ? 'before' : 'without'} \`${other}\``,
    isIn: (turns) => listToolsCalledBeforeTool(turns, { turn, name })?.has(other) === false,
  }));
}

/** The names of the tools called before the first call of a tool, up to a turn; undefined if the tool is not called. */
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

const MOST_CHARACTERS = 80;

function createCallWithArgumentsAction(call: ToolCall, turn: number): AgentAction {
  const name = formatToolName(call);
  const args = parseArgumentsIfText(call.arguments);
  const text = toCanonicalJson(args);
  const shortText = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;
  return {
    words: `called \`${name}\` with ${shortText}`,
    isIn: (turns) =>
      listCallsOfTurn(turns, turn).some(
        (other) => formatToolName(other) === name && jsonEquals(parseArgumentsIfText(other.arguments), args),
      ),
  };
}
