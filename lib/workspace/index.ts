export { describeWorkspace } from './describe-workspace.ts';
export { listSuites } from './list-suites.ts';
