import type { TranscriptTurn } from '../../../agents/replay/read-transcripts.ts';
import type { ModelCall } from '../../../ports/index.ts';

/** A conversation that somebody had with an agent elsewhere. Times are milliseconds since 1970, UTC. */
export type ImportedConversation = {
  id: string;
  /** Which attempt of its case it is, from 1; several conversations may have one id then. */
  attempt?: number | undefined;
  /** The name of the agent, where the recording has one. */
  agent?: string | undefined;
  turns: ImportedTurn[];
};

export type ImportedTurn = TranscriptTurn & {
  startedAt?: number | undefined;
  /** What models were asked for its answer. */
  modelCalls?: readonly ModelCall[] | undefined;
};
