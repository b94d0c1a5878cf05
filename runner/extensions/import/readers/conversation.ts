import type { RecordedVerdict, TranscriptTurn } from '../../../agents/replay/read-transcripts.ts';
import type { ModelCall } from '../../../ports/index.ts';

/** A conversation with an agent, recorded by another tool. Times are milliseconds since 1970, UTC. */
export type ImportedConversation = {
  id: string;
  /** Attempt number within its case, from 1; the attempts of a case share one id. */
  attempt?: number | undefined;
  /** The name of the agent, where the recording has one. */
  agent?: string | undefined;
  turns: ImportedTurn[];
  /** The verdict of the other tool on the conversation. */
  verdict?: RecordedVerdict | undefined;
};

export type ImportedTurn = TranscriptTurn & {
  startedAt?: number | undefined;
  /** Model calls made for this answer. */
  modelCalls?: readonly ModelCall[] | undefined;
};
