export type {
  AttemptsOfCase,
  CaseFigures,
  CaseRowOfRuns,
  CaseRun,
  CaseTrend,
  CaseTurn,
  FoundInAttempt,
  RunListItem,
  StoredComparison,
  TrendChange,
  TrendMarker,
  TrendRun,
  Trends,
} from '../history/index.ts';
export type { StartRunAnswer, WhatAgain } from '../runs/start-run-request.ts';
export type { RetentionPreview, RunnerAnswer, Settings } from '../settings/index.ts';
export { EVERY_SUITE, type TrendWindow, trendWindows } from '../trend-window.ts';
export { attemptQuery, readAttemptsAnew, wholeAttemptQuery } from './attempt-query.ts';
export { type AttemptPlace, bodyQuery } from './body-query.ts';
export { type CancelRunAnswer, cancelRun } from './cancel-run.ts';
export { importHistory, inPortions, previewRetention, resetHistory, tendHistory } from './care-of-history.ts';
export { type CaseAnswers, caseAnswersQuery } from './case-answers-query.ts';
export { caseFileAddress, caseFileChangeQuery, caseFileQuery, saveCaseFile } from './case-file-query.ts';
export { type CaseFileItem, type CaseFiles, caseFilesQuery } from './case-files-query.ts';
export { type CaseHistory, caseHistoryQuery } from './case-history-query.ts';
export { type CaseInRun, caseInRunQuery } from './case-in-run-query.ts';
export { type CaseOutcome, caseOutcomesQuery } from './case-outcomes-query.ts';
export { caseSearchQuery, type FoundCase } from './case-search-query.ts';
export { caseTrendQuery } from './case-trend-query.ts';
export { compareQuery } from './compare-query.ts';
export { ApiError, getJson, wordsOfError } from './fetch-json.ts';

export { findQuery } from './find-query.ts';

export { type Connection, followRun } from './follow-run.ts';
export { generateCases } from './generate-cases.ts';
export { type KnownNames, knownNamesQuery, type ReferenceAnswers } from './known-names-query.ts';
export { listedCasesQuery } from './listed-cases-query.ts';
export { deleteRuns, labelRun, restoreRuns, runAgain } from './manage-runs.ts';
export { pinBaseline } from './pin-baseline.ts';
export { type RunReviews, reviewsQuery, type SentReview, sendReview } from './reviews-query.ts';
export { runQuery, untilAnswered } from './run-query.ts';
export { type RunsPage, runsQuery } from './runs-query.ts';
export { saveCase } from './save-case.ts';
export { settingsQuery } from './settings-query.ts';
export { startRun } from './start-run.ts';
export { type TrendsSearch, trendsQuery } from './trends-query.ts';
export { type WorkspaceContents, type WorkspaceSuite, workspaceQuery } from './workspace-query.ts';
