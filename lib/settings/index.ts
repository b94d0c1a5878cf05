export { describeSettings, type Settings } from './describe-settings.ts';
export { exportHistory } from './export-history.ts';
export { resetHistory } from './reset-history.ts';
export { buildRetentionPreview, type RetentionPreview, type RetentionRequest, retentionSchema } from './retention.ts';
export { type RunnerCommandResult, runHistoryCommand } from './run-history-command.ts';
export { addToUpload, beginUpload, type ImportedContentKind, importUpload } from './uploads.ts';
