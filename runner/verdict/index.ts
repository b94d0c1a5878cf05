/**
 * Evaluates the states of runs: pass rate, gates, exit codes, comparisons, agreement, and the statistics behind them.
 */
export {
  listAccuracies,
  type MeasuredMetric,
  type MeasuredTest,
  measuredMetrics,
  measuredTests,
  metricScoresByKind,
  shortDecimals,
} from './accuracy.ts';
export {
  caseDecision,
  countDecisions,
  decideCase,
  describeDecision,
  describeDecisions,
  fewestFixedAttempts,
  maxAttempts,
} from './auto-runs.ts';
export { diagnoseCause, type LastPassReader } from './cause/diagnose-cause.ts';
export { passedTurn } from './cause/pair-turns.ts';
export { findChangedAgentParts } from './changed-parts.ts';
export { type CheckpointState, toCheckpointState } from './checkpoint-standing.ts';
export { turnAnswer } from './compare-conversations/align-turns.ts';
export {
  type ComparedTurn,
  type ConversationComparison,
  compareConversations,
  type ToolPair,
  toolResult,
} from './compare-conversations/compare-conversations.ts';
export {
  type BaselineSelection,
  type CaseChange,
  type CaseComparison,
  type ComparedCase,
  type ComparedSide,
  caseChanges,
  compareRuns,
  type RunComparison,
} from './compare-runs.ts';
export { createRunEvaluator, type FindBaseline } from './conclude-run.ts';
export {
  type CaseInRun,
  caseHistoryRemarks,
  type FailingCaseHistory,
  summarizeCaseHistory,
} from './diagnosis/case-past.ts';
export { causeKey } from './diagnosis/cause-key.ts';
export { type Diagnosis, diagnose } from './diagnosis/diagnose.ts';
export { type DiagnosedTurn, diagnosedTurn } from './diagnosis/diagnosed-turn.ts';
export { causeHeadline, diagnosisDetails, diagnosisHeadline } from './diagnosis/diagnosis-words.ts';
export { describeEndReason } from './diagnosis/end-words.ts';
export {
  createFailureLog,
  type ExplainedFailures,
  type FailingCaseHistories,
  type FailureCause,
  failingRows,
  failureCauses,
  MOST_CAUSES,
  type NamedAttempt,
} from './diagnosis/failure-log.ts';
export {
  buildCheckpointFlowGraphs,
  type CheckpointFlowEdge,
  type CheckpointFlowGraph,
} from './diagnosis/failure-map.ts';
export { findProblems } from './diagnosis/problems.ts';
export { type RunVerdict, verdictOfRun } from './exit-code.ts';
export {
  agentOnlyRate,
  bothRatesWords,
  briefAgentOnlyWords,
  countCaseFaults,
  countFailuresOfOthers,
  countRunFaults,
  partyAtFault,
  partyWords,
  sumFaults,
} from './faults/agent-only.ts';
export { decidesIfConfirmed } from './faults/decisive-fault.ts';
export { faultLines } from './faults/fault-words.ts';
export { findMissedAccuracy, findRegression, isUncheckedPass } from './gates.ts';
export { judgedTrials } from './judged-trials.ts';
export {
  type JudgeAgreement,
  type LabelledVerdict,
  type MeasuredShare,
  measureAgreement,
  measuredShare,
  reviewLabel,
} from './judges/agreement.ts';
export { type CheckedJudge, checkJudges, type RepeatedVerdict } from './judges/check-judges.ts';
export {
  decidingJudge,
  type JudgedCheck,
  type JudgeQuestion,
  judgeOfMetric,
  judgeOfValidation,
} from './judges/deciding-judge.ts';
export { sampleAttemptsToReview } from './judges/draw-reviews.ts';
export { isUnreliable, type RepeatedCount } from './judges/judge-standing.ts';
export { judgeReliabilityWords, kappaWords, shareWords } from './judges/judge-words.ts';
export {
  type AgreementOfAll,
  agreementOfAll,
  agreementOfPeople,
  type PairOfPeople,
} from './judges/people-agreement.ts';
export { metricKindWords, metricWords } from './metric-words.ts';
export { nearestMiss } from './nearest-miss.ts';
export { wordForOutcome } from './outcome-word.ts';
export { countJudged, countNotPassed, passRate } from './pass-rate.ts';
export { isRegression, rateChange } from './rate-change.ts';
export { changedPartsWords, rateChangeWords } from './rate-change-words.ts';
export { type ColumnGroups, type ScoreGroup, scoresByMetadata, scoresByTag } from './score-groups.ts';
export { classifyStability, type StabilityClass, stabilityClass, stabilityClasses } from './stability.ts';
export { type SeriesCause, type SeriesRemark, seriesRemarks } from './standing/series-sentence.ts';
export { assessSeriesHealth } from './standing/series-standings.ts';
export {
  type SeriesState,
  type SeriesSummary,
  seriesStates,
  summarizeSeries,
} from './standing/series-summary.ts';
export {
  type CaseHealthRun,
  type CaseTally,
  passedThroughout,
  type SeriesEvent,
  type SeriesHealth,
} from './standing/standing.ts';
export {
  caseHealthName,
  caseHealthText,
  outageWords,
  steadinessClass,
  steadinessWords,
} from './standing/standing-words.ts';
export { stateChange } from './standing/state-change.ts';
export { type ChangeEvidence, describeRates } from './statistics/describe-change.ts';
export { durationStatistics } from './statistics/duration-statistics.ts';
export type { PassedTrials } from './statistics/fisher-exact.ts';
export type { MeasuredKappa } from './statistics/nominal-agreement.ts';
export { outcomeEntropy } from './statistics/outcome-entropy.ts';
export { passHatKs } from './statistics/pass-k.ts';
export { passHatKIntervals } from './statistics/pass-k-intervals.ts';
export { groupedPassRate, passRateBand } from './statistics/pass-rate-band.ts';
export { percentile } from './statistics/percentile.ts';
export { randomNumbers } from './statistics/random-numbers.ts';
export {
  differenceOfMeans,
  type GroupSeparation,
  type MeanDifference,
  separateByRegression,
} from './statistics/separate-by-regression.ts';
export { type Interval, wilsonInterval } from './statistics/wilson-interval.ts';
export { type StatusName, type StatusTone, statusWords } from './status-words.ts';
