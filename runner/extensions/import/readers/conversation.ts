import type { RecordedVerdict, TranscriptTurn } from '../../../agents/replay/read-transcripts.ts';
import type { ModelCall } from '../../../ports/index.ts';

/** A conversation with an agent, recorded by another tool. Times are milliseconds since 1970, UTC. */
export type ImportedConversation = {
  id: string;
  /** The attempt number within its case, from 1. Conversations that are attempts of the same case share one id. */
  attempt?: number | undefined;
  /** The name of the agent, if the recording contains it. */
  agent?: string | undefined;
  turns: ImportedTurn[];
  /** The verdict of the other tool on the conversation. */
  verdict?: RecordedVerdict | undefined;
};

export type ImportedTurn = TranscriptTurn & {
  startedAt?: number | undefined;
  /** The model calls that the agent made for this answer. */
  modelCalls?: readonly ModelCall[] | undefined;
};
