/**
 * Computes everything that is displayed from events alone: the state of runs and attempts, their counts, tokens and
 * costs, and texts about them.
 */
export { addUsage, addUsageByRole, computeTotalCost } from './add-usage.ts';
export {
  type AttemptState,
  type CheckpointCheckResult,
  createAttemptFold,
  emptyAttemptState,
  type ModelCallOutline,
  reduceAttempt,
  type ToolRun,
} from './attempt-state.ts';
export { type FilteredCase, matchesFilter, parseCaseFilter } from './case-filter.ts';
export type {
  CaseHealth,
  CaseHealthState,
  CaseOutage,
  RunReference,
} from './case-health.ts';
export { isJudgedByAccuracy, isJudgedByScores, toFinishedRowFields } from './case-kind-rows.ts';
export { computeCaseStatus, hasEnded, hasEndedWithoutVerdict, isFailing, isJudged } from './case-status.ts';
export { countAttempts, countStatuses, emptyCounts } from './counts.ts';
export { type DuplicateRunStart, describeDuplicateStart } from './duplicate-start.ts';
export { describeExcluded, findPassedExpectedFailures, isExcluded, toExclusionOfCase } from './excluded-cases.ts';
export {
  addToFaultCounts,
  countFaults,
  type FaultCounts,
  type FaultHintReview,
  isFaultHint,
  summarizeFaults,
  toFaultHintKey,
} from './fault-counts.ts';
export {
  type CaseWithUnusedParts,
  describeUnusedCaseParts,
  findUnusedCaseParts,
} from './find-unused-case-parts.ts';
export { createRunFold, finishedRunEventTypes, foldRun, type RunFold } from './fold-run.ts';
export { createTotalsFold } from './fold-totals.ts';
export { hasActualValue } from './has-actual-value.ts';
export { describeHelperModels } from './helper-words.ts';
export { describeBrokenInferredRules } from './inferred-text.ts';
export { formatInterrupt, formatInterruptAnswer } from './interrupt-text.ts';
export { formatJudgeModels, formatUserModels } from './judge-model-words.ts';
export { type AttemptId, type AttemptKey, attemptKey, type CaseKey, caseKey, parseCaseKey } from './keys.ts';
export { listCheckpoints } from './list-checkpoints.ts';
export {
  type AnsweredToolCall,
  formatContentText,
  formatToolResultForModel,
  quoteContent,
  toMessages,
  toToolCallMessages,
} from './message-text.ts';
export { hasStoppedEarly, listCasesNotRun } from './not-run.ts';
export { countAttemptsOfRow } from './row-counts.ts';
export { type CriterionRuling, formatCriterionRuling } from './ruling-words.ts';
export { computeRunDurationMs } from './run-duration.ts';
export { type RunConclusion, type RunConclusionInput, type RunEvaluator, stopSignals } from './run-evaluator.ts';
export {
  type AttemptPhase,
  type AttemptRow,
  type AttemptRowByKind,
  type AttemptStatus,
  type CaseRow,
  type CheckpointStatus,
  emptyRunState,
  type RunState,
  type RunStatus,
  type UnreadableEvents,
} from './run-state.ts';
export { listCaseWarnings, listRunWarnings } from './run-warnings.ts';
export {
  computeDistanceFromRange,
  formatRange,
  isInRange,
  parseScorerAgentId,
  reachesThreshold,
} from './score-range.ts';
export {
  addSpending,
  type SpendingByRole,
  spendingPhases,
  sumMsOfRoles,
  sumUsageOfRoles,
  toSpendingByRole,
} from './spending.ts';
export { formatStateChange } from './state-text.ts';
export { joinSuites, parseSuiteKey, toTableSuiteKey } from './suites.ts';
export { toTextOrFilePart } from './to-plain-part.ts';
export { findUnjudgedText, formatUnjudgedParts, mentionsUncheckedCalls } from './unjudged-text.ts';
export {
  addIfUnreadable,
  countUnreadable,
  countUnreadableResults,
  findUnreadableReason,
  formatUnreadableEvents,
  formatUnreadableRange,
} from './unreadable-events.ts';
export { ELICITED_SHARE_LABEL, factStateWords, formatUserFacts } from './user-facts-text.ts';
export { type WaitPeriod, waitEndingEventTypes } from './waits.ts';
