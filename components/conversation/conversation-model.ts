import { type ShownFault, shownFaults } from '@/components/faults/faults-of-attempt';
import type { AnnouncedCase, MessageContent, ToolCall, Turn } from '@/runner/contract';
import { type AttemptState, type CheckpointTry, messagesOf, textOfContent } from '@/runner/fold';
import type { Json } from '@/runner/values';
import { type Attachment, attachmentsOf } from './attachments-of';

export type Speaker = 'user' | 'agent' | 'system';
export type PastMessage = { speaker: Speaker; text: string; attachments?: Attachment[] };

export type TurnView = {
  turn: number;
  user: { text: string; origin: 'case' | 'simulator'; attachments?: Attachment[] } | undefined;
  toolCalls: ToolCall[];
  answer: { text: string; next: Json | undefined } | undefined;
  checkpoints: CheckpointTry[];
  faults: ShownFault[];
  durationMs: number | undefined;
  simulatorMs: number | undefined;
  error: string | undefined;
};

/** A conversation as a person reads it: what came before the first turn, then the turns so far. */
export type ConversationView = { history: PastMessage[]; turns: TurnView[] };

export function conversationOf(attempt: AttemptState, announced: AnnouncedCase): ConversationView {
  const given = messagesOf(attempt.result?.input);
  const history = given.slice(0, -1).map(({ role, content }) => ({
    speaker: speakerOf(role),
    text: textBesideAttachments(content),
    ...withAttachments(content),
  }));
  const turns = attempt.turns.map((turn) => turnView(turn, attempt));
  if (turns.length > 0) return { history, turns };
  const last = given.at(-1);
  const opening = last === undefined ? announced.preview : textBesideAttachments(last.content);
  return { history, turns: opening === undefined ? [] : [opened(opening)] };
}

function turnView(turn: Turn, attempt: AttemptState): TurnView {
  const { response, error } = turn;
  return {
    turn: turn.turn,
    user: { text: textBesideAttachments(turn.input), origin: turn.origin, ...withAttachments(turn.input) },
    toolCalls: response?.toolCalls ?? [],
    answer: response === undefined ? undefined : { text: response.content, next: response.next },
    checkpoints: attempt.tries.filter((entry) => entry.turn === turn.turn && entry.state !== 'failed_try'),
    faults: shownFaults(attempt).filter(({ fault }) => fault.turn === turn.turn),
    durationMs: turn.durationMs,
    simulatorMs: turn.simulatorMs,
    error,
  };
}

/** Returns the turn of the user's first message, before any answer. */
function opened(text: string): TurnView {
  return {
    turn: 1,
    user: { text, origin: 'case' },
    toolCalls: [],
    answer: undefined,
    checkpoints: [],
    faults: [],
    durationMs: undefined,
    simulatorMs: undefined,
    error: undefined,
  };
}

function speakerOf(role: string): Speaker {
  if (role === 'assistant') return 'agent';
  return role === 'user' ? 'user' : 'system';
}

/** Returns the text of a message without the names of its attachments, which are shown anyway. */
function textBesideAttachments(content: MessageContent): string {
  if (!Array.isArray(content)) return textOfContent(content);
  const shown = content.filter((part) => attachmentsOf([part]).length === 0);
  return textOfContent(shown);
}

function withAttachments(content: MessageContent): { attachments?: Attachment[] } {
  const attachments = attachmentsOf(content);
  return attachments.length === 0 ? {} : { attachments };
}
