/** Derives from events alone: the state of runs and attempts, their counts, tokens and costs, and texts about them. */
export { addUsage, addUsageByRole, totalCost } from './add-usage.ts';
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
} from './case-standing.ts';
export { endedWithoutVerdict, hasEnded, isFailing, isJudged, statusOfCase } from './case-status.ts';
export { countAttempts, countStatuses, emptyCounts } from './counts.ts';
export { type DuplicateStart, describeDuplicateStart } from './duplicate-start.ts';
export {
  addFault,
  countFaults,
  type FaultCounts,
  type FaultHintReview,
  faultHintKey,
  isFaultHint,
  summarizeFaults,
} from './fault-counts.ts';
export {
  type CaseWithUnusedParts,
  describeUnusedCaseParts,
  findUnusedCaseParts,
} from './find-idle-parts.ts';
export { createRunFold, decisiveEvents, foldRun, type RunFold } from './fold-run.ts';
export { createTotalsFold } from './fold-totals.ts';
export { hasActualValue } from './has-actual-value.ts';
export { describeHelperModels } from './helper-words.ts';
export { describeBrokenInferredRules } from './inferred-text.ts';
export { interruptAnswer, interruptText } from './interrupt-text.ts';
export { judgeModelWords, userModelWords } from './judge-model-words.ts';
export { type AttemptId, type AttemptKey, attemptKey, type CaseKey, caseKey, parseCaseKey } from './keys.ts';
export { finishedRow, isJudgedByAccuracy, isJudgedByScores } from './kind-rows.ts';
export { listCheckpoints } from './list-checkpoints.ts';
export {
  type AnsweredCall,
  quoteContent,
  textOfContent,
  toMessages,
  toolExchange,
  toolResultText,
} from './message-text.ts';
export { casesNotRun, wasStopped } from './not-run.ts';
export { rowCounts } from './row-counts.ts';
export { type CriterionRuling, criterionRulingText } from './ruling-words.ts';
export { runDurationMs } from './run-duration.ts';
export { type RunConclusion, type RunConclusionInput, type RunEvaluator, stopSignals } from './run-judge.ts';
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
export { distanceFrom, formatRange, isInRange, reachesThreshold, scorerAgentId } from './score-range.ts';
export { describeExcluded, exclusionOfCase, findPassedExpectedFailures, isExcluded } from './set-aside.ts';
export {
  addSpending,
  type RoleSpending,
  spendingOfUsage,
  spentRoles,
  totalMs,
  totalUsage,
} from './spending.ts';
export { stateChangeText } from './state-text.ts';
export { joinSuites, parseSuiteKey, tableSuiteKey } from './suites.ts';
export { toPlainPart } from './to-plain-part.ts';
export { mentionsUncheckedCalls, unjudgedText } from './unjudged-text.ts';
export {
  addUnreadable,
  countUnreadable,
  countUnreadableResults,
  unreadableReason,
  unreadableText,
  unreadableTitle,
} from './unreadable-events.ts';
export { ELICITED_SHARE, factStateWords, userFactsText } from './user-facts-text.ts';
export { type WaitPeriod, waitEnds } from './waits.ts';
