export { type AttemptsOfCase, attemptsOfCase } from './attempts-of-case.ts';
export { baselineStandings } from './baseline-standings.ts';
export { baselineOf, pinBaseline, unpinBaseline } from './baselines.ts';
export { caseHistory, type HistoryPoint } from './case-history.ts';
export { type CaseOutcome, caseOutcomes } from './case-outcomes.ts';
export {
  compareStoredRuns,
  compareStoredRuns,
  type StoredComparison,
  type StoredComparison,
  usualBase,
} from './compare-stored-runs.ts';
export { createEarlierAttempts } from './earlier-attempts.ts';
export { findRun } from './find-run.ts';
export { getAttemptState } from './get-attempt-state.ts';
export { getRun } from './get-run.ts';
export { getRunState } from './get-run-state.ts';
export { createHistoryWriter, type HistoryWriter } from './history-writer.ts';
export { interruptRun } from './interrupt-run.ts';
export { type LastOutcomes, lastOutcomes } from './last-outcomes.ts';
export { type LastRun, lastRuns } from './last-runs.ts';
export { listRuns, type RunListItem } from './list-runs.ts';
export { deleteRuns, labelRun, restoreRuns } from './manage-runs.ts';
export { readBody } from './read-body.ts';
export { readEvents } from './read-events.ts';
export { createResultReader } from './read-results.ts';
export { reapOrphans } from './reap-orphans.ts';
export { listReviews, removeReview, saveReview } from './reviews.ts';
export { createRunReader, type RunReader } from './run-reader.ts';
export { type RunsPage, runsPage } from './runs-page.ts';
export { userName } from './user-name.ts';
export { usualBase } from './usual-base.ts';
