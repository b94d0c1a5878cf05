export type { StartRunAnswer, StartRunRequest } from '../runs/start-run-request.ts';
export { attemptQuery } from './attempt-query.ts';
export { type CancelRunAnswer, cancelRun } from './cancel-run.ts';
export { ApiError } from './fetch-json.ts';
export { type Connection, followRun } from './follow-run.ts';
export { runQuery } from './run-query.ts';
export { type RunsPage, runsQuery } from './runs-query.ts';
export { startRun } from './start-run.ts';
export { type WorkspaceContents, type WorkspaceSuite, workspaceQuery } from './workspace-query.ts';
