export type {
  AttemptExplanation,
  AttemptsOfCase,
  AttemptTextMatches,
  CaseFigures,
  CaseOutcome,
  CaseOutcomeChange,
  CaseRowOfRuns,
  CaseRun,
  CaseSpending,
  CaseTrend,
  CellExplanation,
  FailureGroup,
  ForkOfRun,
  HitCounts,
  HitFilter,
  MatrixCell,
  MatrixColumn,
  MatrixRow,
  ModelExchange,
  ModelMatrix,
  ReviewSample,
  RunListItem,
  RunMatrix,
  RunQueue,
  RunSpending,
  RunsPage,
  SearchHit,
  SeriesOverview,
  StoredComparison,
  TrendChange,
  TrendMarker,
  TrendRun,
  Trends,
} from '../../runner/history/index.ts';
export {
  connectorKey,
  EVERY_CONNECTOR,
  EVERY_SIMULATOR,
  EVERY_SUITE,
  NO_CONNECTOR,
  RULE_BASED_SIMULATOR,
  type TrendWindow,
  trendWindows,
} from '../../runner/history/trends/trend-window.ts';
export type {
  MatchingCase,
  QuarantineOrTagChange,
  StoredMatrixView,
  SuiteSummary,
} from '../../runner/workspace/index.ts';
export type { LoadedReviewQueue, QueueResults, QueueSummary } from '../reviews/index.ts';
export type { BisectionOfAttempt } from '../runs/bisect-run.ts';
export type { OverviewAnswer as Overview } from '../runs/read-overview.ts';
export type { RerunSelection, StartRunAnswer } from '../runs/start-run-request.ts';
export type {
  AgentConversation,
  ConversationTurn,
  PendingQuestion,
  SuiteFromConversation,
} from '../runs/talk-request.ts';
export type { ReportFormat } from '../runs/write-report.ts';
export type { RetentionPreview, RunnerCommandResult, Settings } from '../settings/index.ts';
export {
  type AttemptAddress,
  attemptQuery,
  buildAttemptUrl,
  fullAttemptQuery,
  fullTextQuery,
  longTextMatchesQuery,
  modelCallQuery,
  refetchAttempts,
} from './attempt.ts';
export { bisectionQuery, bisectRun } from './bisections.ts';
export { buildCaseFileUrl, caseFileChangeQuery, caseFileQuery, saveCaseFile } from './case-file.ts';
export {
  addRule,
  agentLintFindingsQuery,
  autocompleteNamesQuery,
  type CaseHistory,
  caseAnswersQuery,
  caseFileCheckQuery,
  caseFilesQuery,
  caseHistoryQuery,
  caseOutcomesQuery,
  caseSearchQuery,
  generateCases,
  proposalsQuery,
  saveCase,
  suiteCasesQuery,
  verdictChangesQuery,
} from './cases.ts';
export { compareQuery } from './compare.ts';
export { caseHealthQuery, checkpointFlowGraphsQuery, explanationQuery, failuresQuery } from './diagnosis.ts';
export { ApiError, buildApiPath, errorText } from './fetch-json.ts';
export type { Connection } from './follow-run.ts';
export { forkRun, forksQuery } from './forks.ts';
export {
  deleteInBatches,
  importHistory,
  maintainHistory,
  previewRetention,
  resetHistory,
  settingsQuery,
} from './history.ts';
export { findLiveTextOfTurn, liveTextsQuery } from './live-texts.ts';
export { bulkEditCases, matrixCellExplanationsQuery, matrixQuery, matrixViewsQuery, saveMatrixView } from './matrix.ts';
export { overviewQuery } from './overview.ts';
export { sendPhraseRule } from './phrase-rules.ts';
export {
  createQueue,
  queueQuery,
  queueResultsQuery,
  queuesQuery,
  reviewSampleQuery,
  reviewsQuery,
  sendFaultHintReview,
  sendQueueDecision,
  sendReview,
} from './reviews.ts';
export type {
  CaseFileItem,
  DecisionRequest,
  FaultHintReviewRequest,
  ReviewRequest,
  RunReviews,
  TrendsSearch,
  WorkspaceContents,
} from './route-types.ts';
export type { PathValues, RouteAnswers, RouteBodies, RouteName, SearchValues } from './routes.ts';
export { cancelRun, caseInRunQuery, retryForever, runQuery } from './run.ts';
export {
  deleteRuns,
  labelRun,
  pinBaseline,
  restoreRuns,
  runAgain,
  runExample,
  runsQuery,
  startRun,
  talkToAgent,
} from './runs.ts';
export { searchQuery } from './search.ts';
export { spendingQuery, turnSpendingQuery } from './spending.ts';
export { caseTrendQuery, trendsQuery } from './trends.ts';
export { workersQuery } from './workers.ts';
export { workspaceQuery } from './workspace.ts';
