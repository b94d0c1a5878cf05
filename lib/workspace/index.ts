export { findWorkspace } from './find-workspace.ts';
export { listAgents } from './list-agents.ts';
export { listConnectors } from './list-connectors.ts';
export { listSuites, type SuiteSummary } from './list-suites.ts';
export { loadConfig } from './load-config.ts';
