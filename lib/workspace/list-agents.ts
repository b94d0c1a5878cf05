import { type AgentSummary, createAgents } from '../../runner/index.ts';
import { environment } from '../env.ts';
import { loadConfig } from './load-config.ts';

/** The agents of a workspace: folders with a `package.yao` and entries of the config. Nothing of them is executed. */
export function listAgents(workspace: string): AgentSummary[] {
  return createAgents({ root: workspace, config: loadConfig(workspace), variables: environment().variables }).list();
}
