import type { AssertionResult, CaseStatus, EndReason, Turn } from '../contract/index.ts';
import type { CheckpointTry } from '../fold/index.ts';
import type { Json } from '../values/index.ts';

/** A recorded answer of an agent, turn by turn, and its outcome. A pasted text has one turn and no verdicts. */
export type RecordedAnswer = {
  turns: (Pick<Turn, 'turn' | 'response' | 'error'> & Pick<Partial<Turn>, 'usage' | 'durationMs'>)[];
  status?: CaseStatus;
  endReason?: EndReason;
  assertions: AssertionResult[];
  tries: CheckpointTry[];
  /** Of the case as it was then. */
  input?: Json;
  expected?: Json;
};

/** An answer that a run has recorded. */
export type RecordedAttempt = RecordedAnswer & {
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  status: CaseStatus;
  startedAt: number;
  agentId: string;
  connector?: string;
};

/** A text that somebody pasted, as the answer of an agent. */
export function pastedAnswer(content: string): RecordedAnswer {
  return { turns: [{ turn: 1, response: { content, toolCalls: [] } }], assertions: [], tries: [] };
}
