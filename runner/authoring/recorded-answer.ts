import type { CaseStatus } from '../contract/index.ts';
import type { RecordedAnswer } from '../kinds/recorded/recorded-answer.ts';

export type { RecordedAnswer };

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

/** Converts a text that was pasted by a person to a recorded answer. */
export function createAnswerFromPastedText(content: string): RecordedAnswer {
  return { turns: [{ turn: 1, response: { content, toolCalls: [] } }], assertions: [], checkpointChecks: [] };
}
