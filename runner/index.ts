/** The door for code that runs suites or looks at a workspace: the command line, the dashboard, other programs. */
export type { AgentSummary } from './agents/agent-summary.ts';
export { type AgentsHandle, createAgents } from './agents/create-agents.ts';
export { findAgentFolder } from './agents/resolve-agent.ts';
export { executeRun } from './engine/execute-run.ts';
export { loadCaseFile } from './inputs/load-case-file.ts';
export { InputError } from './inputs/problem.ts';
export type { ConnectorSummary } from './models/connectors.ts';
export { defineConfig, type UserConfig } from './scripts/define-config.ts';
export { readConfigFile } from './scripts/read-config-file.ts';
