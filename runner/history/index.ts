export { type AttemptExplanation, explainAttempt } from './failures/explain-attempt.ts';
export { type FailureGroup, type FailureGroups, readFailureGroups } from './failures/failure-groups.ts';
export { createLastPassingAttemptReader } from './failures/last-passing.ts';
export { deleteRunQueue, type RunQueue, readRunQueue, storeRunQueue } from './live/run-queue.ts';
export { findLastSeq } from './log/stored-rows.ts';
export { checkHistory } from './maintenance/check-history.ts';
export { exportRuns, listExportableRuns } from './maintenance/export-runs.ts';
export { importRuns } from './maintenance/import-runs.ts';
export { listPrunableRuns, type PrunableRun } from './maintenance/prunable-runs.ts';
export { pruneRuns } from './maintenance/prune-runs.ts';
export { type HistoryFigures, readHistoryFigures } from './maintenance/read-history-figures.ts';
export { createRunImport } from './maintenance/run-import.ts';
export { vacuumHistory } from './maintenance/vacuum-history.ts';
export {
  type MatrixCell,
  type MatrixColumn,
  type MatrixRequest,
  type MatrixRow,
  type RunMatrix,
  readMatrix,
} from './matrix/matrix.ts';
export { type CellExplanation, explainMatrixCells } from './matrix/matrix-words.ts';
export { type ModelMatrix, readModelMatrix } from './matrix/model-matrix.ts';
export { findNewestRunStartedAfter } from './order/clock-setback.ts';
export { type ListedSeries, listSeries } from './overview/list-series.ts';
export { findMostFrequentCause } from './overview/most-frequent-cause.ts';
export { buildOverview, type Overview, type SeriesOverview } from './overview/overview.ts';
export { computeSeriesChangeAfterRun, type SeriesChange } from './overview/series-change.ts';
export { createAttemptResultReader, readAttemptResult } from './read/attempt-result.ts';
export { type AttemptsOfCase, readAttemptsOfCase } from './read/attempts-of-case.ts';
export { assessCaseHealthAtRunEnd, readNotableCaseHealth, withCaseHealth } from './read/case-health.ts';
export { type HistoryPoint, readCaseHistory } from './read/case-history.ts';
export { type CaseOutcome, listCaseOutcomes } from './read/case-outcomes.ts';
export { createAttemptEventFinder } from './read/earlier-attempts.ts';
export { type AttemptTextMatches, findInAttempt } from './read/find-in-attempt.ts';
export { findNewestRunWithCase, findPassingRun } from './read/find-passing-run.ts';
export { type FoundRun, findBaselineRun, findRun } from './read/find-run.ts';
export { findVerdictChanges, type VerdictChanges } from './read/find-verdict-changes.ts';
export { type ForkOfRun, listForksOfRun } from './read/forks-of-run.ts';
export { getAttemptState } from './read/get-attempt-state.ts';
export { getRun, type RunRecord } from './read/get-run.ts';
export { getRunState } from './read/get-run-state.ts';
export { listHintReviews } from './read/hint-reviews.ts';
export { type RecentOutcomes, readLastOutcomes } from './read/last-outcomes.ts';
export { readLastPassingAttempts } from './read/last-passing-attempts.ts';
export { type LastRun, readLastRunsByFile } from './read/last-runs.ts';
export { listRuns, type RunListItem } from './read/list-runs.ts';
export { type LiveText, readLiveTexts } from './read/live-texts.ts';
export { readLongText } from './read/read-body.ts';
export { readCaseHistories } from './read/read-case-histories.ts';
export { readCaseRows } from './read/read-case-rows.ts';
export { readEvents, readRunStart } from './read/read-events.ts';
export { type ModelExchange, readModelCall, readModelCalls } from './read/read-model-call.ts';
export { readRecordedNames } from './read/read-recorded-names.ts';
export { createResultReader } from './read/read-results.ts';
export { readRecordedAnswers } from './read/recorded-answers.ts';
export { type RecordedResult, readRecordedAttempts } from './read/recorded-attempts.ts';
export { findNewestBisection, findRelatedRuns } from './read/related-runs.ts';
export { drawReviewSample, type ReviewSample } from './read/review-sample.ts';
export { getUserName, readReviewsOfRun } from './read/reviews-of-run.ts';
export { readRunStatus } from './read/run-status.ts';
export { listRunsWithSuite } from './read/runs-with-suite.ts';
export { type RuleTrialCounts, tryRuleOnAnswers } from './read/try-rule-on-answers.ts';
export { type LabelledAttempt, listLabelledAttempts } from './reviews/labelled-attempts.ts';
export { listDecisions, type StoredDecision } from './reviews/list-decisions.ts';
export { listReviews } from './reviews/list-reviews.ts';
export { listTurnReviews } from './reviews/list-turn-reviews.ts';
export { type LabelledVerdicts, readLabelledVerdicts } from './reviews/read-labelled-verdicts.ts';
export { readAgentPartsOfRun } from './runs/agent-parts-of-run.ts';
export { hasRunAllCases } from './runs/complete-runs.ts';
export { describeSeries, describeSimulator, type RunSeries, toRunSeries, toSeries } from './runs/series.ts';
export type { HitCounts } from './search/count-hits.ts';
export { type HitFilter, type SearchHit, type SearchResults, searchHistory } from './search/search-history.ts';
export { readCaseDurations } from './shards/case-durations.ts';
export { listShardRuns, type ShardRun } from './shards/shard-runs.ts';
export { assessBaselineSelection } from './trends/baseline-selection.ts';
export { readBaselineSide } from './trends/baseline-side.ts';
export { findBaseline, pinBaseline, unpinBaseline } from './trends/baselines.ts';
export { type CaseOutcomeChange, type CaseRun, type CaseTrend, readCaseTrend } from './trends/case-trend.ts';
export { compareStoredRuns, type StoredComparison } from './trends/compare-stored-runs.ts';
export { readComparedSide } from './trends/compared-side.ts';
export {
  type BaselineChoice,
  baselineChoices,
  findDefaultBaseline,
  findDefaultRunToCompare,
} from './trends/default-baseline.ts';
export { findNewestComparison } from './trends/newest-comparison.ts';
export { collectOlderTrials } from './trends/older-trials.ts';
export { pinRun, unpinRun } from './trends/pin-run.ts';
export {
  type CaseSpending,
  type RunSpending,
  readCaseSpending,
  readRunSpending,
  type TurnSpending,
} from './trends/run-spending.ts';
export { type RunsPage, readRunsPage } from './trends/runs-page.ts';
export { countEarlierRuns, type EarlierRuns, listSeriesBaselines } from './trends/series-baselines.ts';
export type { CaseFigures, CaseRowOfRuns } from './trends/trend-cases.ts';
export type { TrendChange, TrendMarker } from './trends/trend-markers.ts';
export type { TrendRun } from './trends/trend-runs.ts';
export { trendWindows } from './trends/trend-window.ts';
export { readTrends, type Trends } from './trends/trends.ts';
export {
  correctOutdatedRecords,
  correctRecordOfRun,
} from './unreadable/correct-record.ts';
export { findUnreadable } from './unreadable/find-unreadable.ts';
export { createRunReader, type RunReader } from './unreadable/run-reader.ts';
export { removeDecision, saveDecision } from './write/decisions.ts';
export { saveHintReview } from './write/hints.ts';
export { createHistoryWriter } from './write/history-writer.ts';
export { interruptOrphanedRuns } from './write/interrupt-orphaned-runs.ts';
export { interruptRun } from './write/interrupt-run.ts';
export { saveJudgeCheck } from './write/judge-checks.ts';
export { deleteRuns, labelRun, restoreRuns } from './write/manage-runs.ts';
export { removeReview, saveReview } from './write/reviews.ts';
export { removeTurnReview, saveTurnReview } from './write/turn-reviews.ts';
