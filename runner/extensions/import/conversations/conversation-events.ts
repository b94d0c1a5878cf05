import type { AnnouncedCase, CaseResult, RunEventBody, ToolCall, Turn } from '../../../contract/index.ts';
import { addUsage, formatContentText } from '../../../fold/index.ts';
import { computeCaseHash } from '../../../inputs/case-hash.ts';
import { castToJson, withoutUndefined } from '../../../values/index.ts';
import type { ImportedConversation, ImportedTurn } from '../readers/conversation.ts';

/** The status of imported conversations. They are excluded from all rates until `turntree regrade` judges them. */
const NOT_JUDGED_MESSAGE = 'imported; not judged yet';
const PREVIEW_LENGTH = 120;

type ImportContext = { suiteKey: string; now: number };

/** Returns the announced case of an imported conversation. */
export function announceConversation({ id, turns }: ImportedConversation, suiteKey: string): AnnouncedCase {
  const preview = formatContentText(turns[0]?.input ?? null)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_LENGTH);
  const hash = computeCaseHash(castToJson(turns.map(({ input = null }) => input)));
  return {
    suiteKey,
    id,
    kind: 'dynamic',
    hash,
    maxTurns: turns.length,
    checkpoints: [],
    ...withoutUndefined({ preview }),
  };
}

/** Returns the events of an attempt that represents an imported conversation. */
export function* createConversationEvents(
  conversation: ImportedConversation,
  { suiteKey, now }: ImportContext,
): Generator<RunEventBody> {
  const { id: caseId, agent = 'imported', attempt = 1 } = conversation;
  const attemptAddress = { suiteKey, caseId, attempt };
  const turns = conversation.turns.map((turn, index) => toTurnEvents(turn, index + 1, now));
  yield { ...attemptAddress, type: 'case.started' };
  for (const [index, turn] of turns.entries()) {
    const { origin, input } = turn;
    yield { ...attemptAddress, type: 'turn.started', turn: turn.turn, origin, input };
    for (const call of conversation.turns[index]?.modelCalls ?? []) {
      yield { ...attemptAddress, ...call, type: 'model.called', turn: turn.turn, role: 'agent', agentId: agent };
    }
    yield { ...attemptAddress, type: 'turn.finished', turn };
  }
  yield { ...attemptAddress, type: 'case.finished', result: toCaseResult(conversation, turns, now) };
}

function toTurnEvents(turn: ImportedTurn, number: number, now: number): Turn {
  const { input = null, response, error, usage, durationMs = 0, startedAt = now } = turn;
  return {
    turn: number,
    origin: 'case',
    input,
    checkpointsReached: [],
    startedAt: Math.round(startedAt),
    durationMs: Math.round(durationMs),
    ...withoutUndefined({
      response,
      error,
      usage,
      output: response === undefined ? undefined : toTurnOutput(response),
    }),
  };
}

function toTurnOutput({ content, next }: NonNullable<ImportedTurn['response']>): Turn['output'] {
  return content === '' && next !== undefined ? next : content;
}

function toCaseResult(
  { id, attempt = 1, verdict }: ImportedConversation,
  turns: readonly Turn[],
  now: number,
): CaseResult {
  const [first] = turns;
  const last = turns.at(-1);
  const error = turns.find((turn) => turn.error !== undefined)?.error;
  const usage = turns.reduce<Turn['usage']>((sum, turn) => addUsage(sum, turn.usage), undefined);
  const toolCalls = turns.flatMap((turn): ToolCall[] => turn.response?.toolCalls ?? []);
  return {
    id,
    kind: 'dynamic',
    attempt,
    assertions: [],
    toolCalls,
    turns: [...turns],
    checkpoints: [],
    ...(error === undefined
      ? { status: 'skipped', reason: describeSkipReason(verdict), endReason: 'turns_played' }
      : { status: 'error', error, endReason: 'agent_error' }),
    startedAt: first?.startedAt ?? now,
    durationMs: turns.reduce((sum, turn) => sum + turn.durationMs, 0),
    ...withoutUndefined({
      input: toCaseInput(first),
      output: last?.output,
      usage: usage && { agent: usage },
      importedVerdict: verdict,
    }),
  };
}

function describeSkipReason(verdict: ImportedConversation['verdict']): string {
  if (verdict === undefined) return NOT_JUDGED_MESSAGE;
  const word = verdict.passed ? 'passed' : 'failed';
  return `imported as ${word} (${verdict.from}); no rule of a suite has judged it yet`;
}

function toCaseInput(first: Turn | undefined): CaseResult['input'] {
  if (first === undefined || first.input === null) return undefined;
  return typeof first.input === 'string' ? first.input : { role: 'user', content: first.input };
}
