import type { CaseResult } from '../../contract/index.ts';

/** What an executor found out about an attempt; the engine adds who, when and how long. */
export type Outcome = Pick<CaseResult, 'status'> &
  Partial<
    Pick<
      CaseResult,
      | 'output'
      | 'error'
      | 'reason'
      | 'assertions'
      | 'toolCalls'
      | 'turns'
      | 'checkpoints'
      | 'endReason'
      | 'logs'
      | 'samples'
      | 'scores'
      | 'metrics'
      | 'score'
    >
  >;

/** What is known so far; it survives when the attempt is stopped in the middle. */
export type Progress = Omit<Outcome, 'status'>;
