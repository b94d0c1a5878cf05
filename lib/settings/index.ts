export { describeSettings, type Settings } from './describe-settings.ts';
export { exportHistory } from './export-history.ts';
export { resetHistory } from './reset-history.ts';
export { type RetentionPreview, type RetentionRequest, retentionPreview, retentionSchema } from './retention.ts';
export { type RunnerAnswer, runHistoryCommand } from './run-history-command.ts';
export { addToUpload, beginUpload, type ImportedKind, importUpload } from './uploads.ts';
