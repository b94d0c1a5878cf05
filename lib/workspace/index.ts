export { appendCase } from './append-case.ts';
export { describeWorkspace } from './describe-workspace.ts';
export { listSuites } from './list-suites.ts';
