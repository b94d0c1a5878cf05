/**
 * Evaluates the states of runs: pass rate, gates, exit codes, comparisons, agreement, and the statistics behind them.
 */
export {
  groupMetricScoresByKind,
  listAccuracies,
  listMeasuredMetrics,
  listMeasuredTests,
  type MeasuredMetric,
  type MeasuredTest,
  roundToSevenDigits,
} from './accuracy.ts';
export {
  computeMaxAttempts,
  countDecisions,
  decideCase,
  describeDecision,
  describeDecisions,
  findCaseDecision,
  findFewestFixedAttempts,
} from './auto-runs.ts';
export {
  type CaseHealthRun,
  type CaseTally,
  hasPassedThroughout,
  type SeriesEvent,
  type SeriesHealth,
} from './case-health/case-health-run.ts';
export {
  classifySteadiness,
  describeCaseHealthSince,
  describeOutageSpan,
  describeSteadiness,
  getCaseHealthName,
} from './case-health/case-health-words.ts';
export { assessSeriesHealth } from './case-health/series-health.ts';
export { listSeriesRemarks, type SeriesCause, type SeriesRemark } from './case-health/series-remarks.ts';
export {
  type SeriesState,
  type SeriesSummary,
  seriesStates,
  summarizeSeries,
} from './case-health/series-summary.ts';
export { findStateChange } from './case-health/state-change.ts';
export { diagnoseCause, type LoadLastPassingAttempt } from './cause/diagnose-cause.ts';
export { findMatchingPassedTurn } from './cause/pair-turns.ts';
export { findChangedAgentParts } from './changed-parts.ts';
export { type CheckpointState, toCheckpointState } from './checkpoint-state.ts';
export { getTurnAnswer } from './compare-conversations/align-turns.ts';
export {
  type ComparedTurn,
  type ConversationComparison,
  compareConversations,
  getCallResultOrError,
  type ToolCallPair,
} from './compare-conversations/compare-conversations.ts';
export {
  type BaselineSelection,
  type CaseChange,
  type CaseComparison,
  type ComparedCase,
  caseChanges,
  compareRuns,
  type RunComparison,
  type RunToCompare,
} from './compare-runs.ts';
export { createRunEvaluator, type FindBaseline } from './conclude-run.ts';
export {
  type CaseResultInRun,
  describeCaseHistory,
  type FailingCaseHistory,
  summarizeCaseHistory,
} from './diagnosis/case-history.ts';
export { hashCause } from './diagnosis/cause-key.ts';
export {
  buildCheckpointFlowGraphs,
  type CheckpointFlowEdge,
  type CheckpointFlowGraph,
} from './diagnosis/checkpoint-flow-graph.ts';
export { type Diagnosis, diagnose } from './diagnosis/diagnose.ts';
export { buildDiagnosedTurn, type DiagnosedTurn } from './diagnosis/diagnosed-turn.ts';
export { formatCauseHeadline, formatDiagnosisHeadline, listDiagnosisDetails } from './diagnosis/diagnosis-words.ts';
export { describeEndReason } from './diagnosis/end-words.ts';
export {
  createFailureLog,
  type ExplainedFailures,
  type FailedAttemptId,
  type FailingCaseHistories,
  type FailureCause,
  filterFailingRows,
  groupFailuresByCause,
  MAX_CAUSES,
} from './diagnosis/failure-log.ts';
export { listProblems } from './diagnosis/problems.ts';
export {
  computeAgentOnlyRate,
  countCaseFaults,
  countFailuresOfOthers,
  countRunFaults,
  findPartyAtFault,
  formatBothRates,
  formatBriefAgentOnlyRate,
  partyTexts,
  sumFaultCounts,
} from './faults/agent-only.ts';
export { isDecisiveIfConfirmed } from './faults/decisive-fault.ts';
export { listFaultLines } from './faults/fault-words.ts';
export { describeMissedAccuracy, describeRegression, isUncheckedPass } from './gates.ts';
export { countJudgedTrials } from './judged-trials.ts';
export {
  computeMeasuredShare,
  findCommonReviewVerdict,
  type JudgeAgreement,
  type LabelledVerdict,
  type MeasuredShare,
  measureAgreement,
} from './judges/agreement.ts';
export { assessJudges, type CheckedJudge, type RepeatedVerdict } from './judges/check-judges.ts';
export {
  findDecidingJudge,
  getJudgeOfMetric,
  getJudgeOfValidation,
  type JudgedCheck,
  type JudgeIdentity,
} from './judges/deciding-judge.ts';
export { isUnreliableJudge, type RepeatedCount } from './judges/judge-reliability.ts';
export { formatKappaWithInterval, formatMeasuredShare, judgeReliabilityWords } from './judges/judge-words.ts';
export {
  type AgreementOfAll,
  type AgreementOfPair,
  measureAgreementOfAll,
  measureAgreementOfPairs,
} from './judges/people-agreement.ts';
export { sampleAttemptsToReview } from './judges/sample-attempts-to-review.ts';
export { metricTitleByKind, metricTitleByType } from './metric-words.ts';
export { findNearestMissedTurn } from './nearest-miss.ts';
export { formatOutcomeWord } from './outcome-word.ts';
export { computePassRate, countJudged, countNotPassed } from './pass-rate.ts';
export { computeRateChange, isRegression } from './rate-change.ts';
export { describeChangedParts, describeRateChange } from './rate-change-words.ts';
export { concludeRunVerdict, type RunVerdict } from './run-verdict.ts';
export { type ColumnGroups, groupScoresByMetadata, groupScoresByTag, type ScoreGroup } from './score-groups.ts';
export { classifyStability, classifyStabilityRate, type StabilityClass, stabilityClasses } from './stability.ts';
export { type ChangeEvidence, evaluateRateChange } from './statistics/describe-change.ts';
export { computeDurationStatistics } from './statistics/duration-statistics.ts';
export type { TrialCounts } from './statistics/fisher-exact.ts';
export type { MeasuredKappa } from './statistics/nominal-agreement.ts';
export { computeOutcomeEntropy } from './statistics/outcome-entropy.ts';
export { computeMeanPassHatKs } from './statistics/pass-k.ts';
export { computePassHatKIntervals } from './statistics/pass-k-intervals.ts';
export { computeGroupedPassRate, computePassRateInterval } from './statistics/pass-rate-band.ts';
export { computePercentile } from './statistics/percentile.ts';
export { createRandomNumberGenerator } from './statistics/random-numbers.ts';
export {
  computeDifferenceOfMeans,
  type GroupSeparation,
  type MeanDifference,
  measureSeparationByRegression,
} from './statistics/separate-by-regression.ts';
export { computeWilsonInterval, type Interval } from './statistics/wilson-interval.ts';
export { type StatusName, type StatusTone, statusWordAndTone } from './status-words.ts';
