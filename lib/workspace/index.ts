export { listAgents } from './list-agents.ts';
export { listConnectors } from './list-connectors.ts';
export { listSuites } from './list-suites.ts';
