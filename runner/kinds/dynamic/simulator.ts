import * as z from 'zod';
import { extractJson, listJsonTexts, repairJson } from '../../assertions/extract-json.ts';
import type { Message, Simulator, Turn } from '../../contract/index.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { type AttemptContext, startStopwatch } from '../../ports/index.ts';
import {
  castToJson,
  formatSchemaProblems,
  isJsonObject,
  type Json,
  type JsonObject,
  tryParseJson,
  withoutUndefined,
} from '../../values/index.ts';
import { toUserMessage } from '../attempt/judge.ts';

const MAX_TRIES = 3;
const MAX_TOOL_TEXT = 2_000;

export type SimulatorMove = {
  message: string;
  goalAchieved: boolean;
  /** The user gives up, because the agent refuses. */
  isRefused?: boolean;
  /** The state of the user's goals, for a built-in user that a model plays. */
  goals?: Turn['goals'];
  reasoning?: string;
  durationMs: number;
};

/**
 * The input of the simulator for its next message. `heard` is the conversation so far as the simulator sees it: see
 * `toSimulatorMessage`.
 */
export type SimulatorTurn = { heard: readonly JsonObject[]; turn: number; maxTurns: number };

/**
 * Asks the simulator for the next user message. If the reply is neither prose nor the agreed JSON, asks twice more and
 * then throws.
 */
export async function askForNextMove(
  context: AttemptContext,
  simulator: Simulator,
  simulatorTurn: SimulatorTurn,
): Promise<SimulatorMove> {
  const elapsed = startStopwatch(context.ports.clock);
  const request = createRequest(simulator, simulatorTurn);
  let problem = '';
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const response = await context.ask({
      role: 'simulator',
      phase: 'simulator',
      turn: simulatorTurn.turn,
      agentId: simulator.use,
      connector: simulator.options?.connector,
      messages: [toUserMessage(request)],
      options: { metadata: { ...simulator.options?.metadata, ...request, test_mode: 'simulator' } },
      sessionId: `${context.sessionId}:simulator`,
    });
    const parsed = parseMove(response);
    if (parsed.ok) {
      if (parsed.mended)
        context.report({
          type: 'warning',
          text: `turn ${simulatorTurn.turn}: the simulator's answer was not quite valid JSON and was repaired`,
        });
      return { ...parsed.move, durationMs: elapsed() };
    }
    problem = parsed.problem;
  }
  throw new Error(`${problem} (asked ${MAX_TRIES} times)`);
}

/**
 * Creates the request to the simulator. It never contains the checkpoints, because a user does not know what is being
 * tested.
 */
function createRequest(simulator: Simulator, { heard, turn, maxTurns }: SimulatorTurn): JsonObject {
  const { persona, goal, ...extra } = simulator.options?.metadata ?? {};
  return withoutUndefined({
    persona,
    goal,
    conversation: [...heard],
    turn_number: turn,
    max_turns: maxTurns,
    extra: Object.keys(extra).length === 0 ? undefined : extra,
  });
}

/** Converts a message for the simulator. Long tool results are cut, since a user would hardly see them. */
export function toSimulatorMessage({ role, content, ...otherFields }: Message): JsonObject {
  const isLong = role === 'tool' && typeof content === 'string' && content.length > MAX_TOOL_TEXT;
  const shortened = isLong
    ? `${content.slice(0, MAX_TOOL_TEXT).toWellFormed()}… (${content.length} characters)`
    : content;
  return withoutUndefined({ role, content: castToJson(shortened), ...otherFields });
}

const moveSchema = z.object({
  message: z.string().nullish(),
  input: z.string().nullish(),
  goal_achieved: z.boolean().default(false),
  reasoning: z.string().nullish(),
});

type ParsedMove =
  | { ok: true; move: Omit<SimulatorMove, 'durationMs'>; mended: boolean }
  | { ok: false; problem: string };

function parseMove(response: AgentResponse): ParsedMove {
  const text = response.content.trim();
  const exact = isJsonObject(response.next) ? response.next : extractStructuredAnswer(text);
  const structured = exact ?? (/^([[{]|```)/.test(text) ? repairJson(text, isSimulatorMove) : undefined);
  if (structured === undefined) {
    if (text === '') return { ok: false, problem: 'the simulator answered nothing' };
    if (/^([[{]|```)/.test(text))
      return { ok: false, problem: `the simulator answered neither prose nor JSON: ${text.slice(0, 200)}` };
    return { ok: true, move: { message: text, goalAchieved: false }, mended: false };
  }
  if (hasContradictoryAnswers(text)) {
    return {
      ok: false,
      problem: `the simulator said both that its goal is achieved and that it is not: ${text.slice(0, 200)}`,
    };
  }
  const move = moveSchema.safeParse(structured);
  if (!move.success)
    return {
      ok: false,
      problem: `the simulator's JSON does not have the expected format: ${formatSchemaProblems(move.error)}`,
    };
  const message = move.data.message ?? move.data.input ?? '';
  if (message === '' && !move.data.goal_achieved) {
    return { ok: false, problem: 'the simulator sent no message and did not say that the goal is achieved' };
  }
  const { reasoning } = move.data;
  return {
    ok: true,
    mended: exact === undefined,
    move: { message, goalAchieved: move.data.goal_achieved, ...(typeof reasoning === 'string' ? { reasoning } : {}) },
  };
}

/** Returns the JSON that a text contains if it has one of the agreed keys. Any other JSON may be a part of prose. */
function extractStructuredAnswer(text: string): JsonObject | undefined {
  const extracted = extractJson(text, isSimulatorMove);
  return isJsonObject(extracted) ? extracted : undefined;
}

function hasContradictoryAnswers(text: string): boolean {
  const answers = [...listJsonTexts(text)].map((json) => tryParseJson(json)).filter(isJsonObject);
  return (
    new Set(answers.map((move) => move.goal_achieved).filter((achieved) => typeof achieved === 'boolean')).size > 1
  );
}

function isSimulatorMove(value: Json): boolean {
  return isJsonObject(value) && ['message', 'input', 'goal_achieved'].some((key) => key in value);
}
