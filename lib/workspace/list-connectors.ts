import { type ConnectorSummary, createAgents } from '../../runner/index.ts';
import { environment } from '../env.ts';
import { loadConfig } from './load-config.ts';

/** The connectors of a workspace and whether their key is there; never the key. */
export function listConnectors(workspace: string): ConnectorSummary[] {
  return createAgents({
    root: workspace,
    config: loadConfig(workspace),
    variables: environment().variables,
  }).connectors();
}
