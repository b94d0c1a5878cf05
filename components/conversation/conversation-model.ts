import { listVisibleFaults, type VisibleFault } from '@/components/faults/faults-of-attempt';
import type { AnnouncedCase, MessageContent, ToolCall, Turn } from '@/runner/contract';
import {
  type AttemptState,
  type CheckpointCheckResult,
  formatContentText,
  type ModelCallOutline,
  type ToolRun,
  toMessages,
} from '@/runner/fold';
import type { Json } from '@/runner/values';
import { type Attachment, listAttachments } from './list-attachments';

export type Speaker = 'user' | 'agent' | 'system';
export type HistoryMessage = { speaker: Speaker; text: string; attachments?: Attachment[] };

/** A tool call of a turn; `running` is true until it has a result. */
export type ToolCallView = ToolCall & { running?: boolean };

export type TurnView = {
  turn: number;
  user: { text: string; origin: 'case' | 'simulator'; attachments?: Attachment[] } | undefined;
  toolCalls: ToolCallView[];
  /** The questions to the user with which the agent interrupted the turn. */
  interrupts: NonNullable<Turn['interrupts']>;
  answer: { text: string; next: Json | undefined } | undefined;
  checkpoints: CheckpointCheckResult[];
  faults: VisibleFault[];
  /** All model calls in the turn, including those of the simulator and the judges. */
  calls: ModelCallOutline[];
  /** The tool calls of the turn that were observed while they ran. */
  tools: ToolRun[];
  durationMs: number | undefined;
  simulatorMs: number | undefined;
  error: string | undefined;
};

/** A conversation for display: the messages before the first turn, and the turns so far. */
export type ConversationView = { history: HistoryMessage[]; turns: TurnView[] };

/**
 * Builds a conversation for display. `partialText` is the partial answer that the agent has streamed in the current
 * turn.
 */
export function buildConversation(
  attempt: AttemptState,
  announcedCase: AnnouncedCase,
  partialText?: string,
): ConversationView {
  const inputMessages = toMessages(attempt.result?.input);
  const history = inputMessages.slice(0, -1).map(({ role, content }) => ({
    speaker: speakerForRole(role),
    text: textWithoutAttachments(content),
    ...buildAttachmentsField(content),
  }));
  const faults = listVisibleFaults(attempt);
  const turns = attempt.turns.map((turn) => buildTurnView(turn, attempt, faults));
  if (attempt.open !== undefined) turns.push(buildUnansweredTurn(attempt.open, attempt, partialText));
  if (turns.length > 0) return { history, turns };
  const last = inputMessages.at(-1);
  const openingText = last === undefined ? announcedCase.preview : textWithoutAttachments(last.content);
  return { history, turns: openingText === undefined ? [] : [buildOpeningTurn(openingText)] };
}

function buildTurnView(turn: Turn, attempt: AttemptState, faults: readonly VisibleFault[]): TurnView {
  const { response, error } = turn;
  return {
    turn: turn.turn,
    user: { text: textWithoutAttachments(turn.input), origin: turn.origin, ...buildAttachmentsField(turn.input) },
    toolCalls: response?.toolCalls ?? [],
    interrupts: turn.interrupts ?? [],
    answer: response === undefined ? undefined : { text: response.content, next: response.next },
    checkpoints: attempt.checkpointChecks.filter((entry) => entry.turn === turn.turn && entry.state !== 'failed_try'),
    faults: faults.filter(({ fault }) => fault.turn === turn.turn),
    ...listCallsOfTurn(turn, attempt),
    durationMs: turn.durationMs,
    simulatorMs: turn.simulatorMs,
    error,
  };
}

const emptyTurnFields = {
  toolCalls: [],
  interrupts: [],
  answer: undefined,
  checkpoints: [],
  faults: [],
  calls: [],
  tools: [],
  durationMs: undefined,
  simulatorMs: undefined,
  error: undefined,
} satisfies Partial<TurnView>;

/** Returns a turn with the first message of the user, which has no answer yet. */
function buildOpeningTurn(text: string): TurnView {
  return { ...emptyTurnFields, turn: 1, user: { text, origin: 'case' } };
}

/** Returns the turn in progress, in which the agent has not finished its answer. */
function buildUnansweredTurn(
  open: NonNullable<AttemptState['open']>,
  attempt: AttemptState,
  partialText: string | undefined,
): TurnView {
  const { turn, origin, input } = open;
  const user = { text: textWithoutAttachments(input), origin, ...buildAttachmentsField(input) };
  const activity = listCallsOfTurn(open, attempt);
  return {
    ...emptyTurnFields,
    ...activity,
    turn,
    user,
    toolCalls: activity.tools.map((run) => ({ ...run, running: run.durationMs === undefined })),
    answer: partialText === undefined ? undefined : { text: partialText, next: undefined },
  };
}

function listCallsOfTurn(
  { turn }: { turn: number },
  { calls, tools }: AttemptState,
): Pick<TurnView, 'calls' | 'tools'> {
  return { calls: calls.filter((call) => call.turn === turn), tools: tools.filter((run) => run.turn === turn) };
}

function speakerForRole(role: string): Speaker {
  if (role === 'assistant') return 'agent';
  return role === 'user' ? 'user' : 'system';
}

/** Returns the text of a message without the names of its attachments, because the attachments are shown separately. */
function textWithoutAttachments(content: MessageContent): string {
  if (!Array.isArray(content)) return formatContentText(content);
  const textParts = content.filter((part) => listAttachments([part]).length === 0);
  return formatContentText(textParts);
}

function buildAttachmentsField(content: MessageContent): { attachments?: Attachment[] } {
  const attachments = listAttachments(content);
  return attachments.length === 0 ? {} : { attachments };
}
