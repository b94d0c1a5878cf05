import type { RecordedVerdict, TranscriptTurn } from '../../../agents/replay/read-transcripts.ts';
import type { ModelCall } from '../../../ports/index.ts';

/** A conversation with an agent that was recorded by another tool. Times are in milliseconds since 1970, UTC. */
export type ImportedConversation = {
  id: string;
  /** The number of the attempt, from 1. Conversations with the same id are attempts of the same case. */
  attempt?: number | undefined;
  /** The name of the agent, if the recording contains one. */
  agent?: string | undefined;
  turns: ImportedTurn[];
  /** The other tool's verdict on the conversation. */
  verdict?: RecordedVerdict | undefined;
};

export type ImportedTurn = TranscriptTurn & {
  startedAt?: number | undefined;
  /** The model calls by which the agent made this answer. */
  modelCalls?: readonly ModelCall[] | undefined;
};
