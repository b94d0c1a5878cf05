/** The door for code that looks at a workspace: the command line and the dashboard. Other programs have `api/`. */
export { createAgents } from './agents/create-agents.ts';
export { filesBesideCases } from './agents/files-beside-cases.ts';
export { findAgentFolder } from './agents/resolve-agent.ts';
export { loadCaseFile } from './inputs/load-case-file.ts';
export { InputError } from './inputs/problem.ts';
export { readConfigFile } from './scripts/read-config-file.ts';
