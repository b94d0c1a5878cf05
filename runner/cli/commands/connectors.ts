import { plural } from '../../../lib/format/index.ts';
import { loadConfig } from '../../../lib/workspace/load-config.ts';
import { createAgents } from '../../agents/create-agents.ts';
import type { ConnectorSummary } from '../../models/connectors.ts';
import { withEnvFiles } from '../../run/load/env-files.ts';
import { workspaceRoot } from '../../run/load/workspace-root.ts';
import { systems } from '../../run/systems.ts';
import type { Terminal } from '../../run/terminal.ts';
import { tableLines } from '../table-lines.ts';

export type ConnectorsFlags = { app?: string; env?: string[]; format: 'text' | 'json' };

/** `runner connectors`: which models can be asked and whether their keys are there; never a key. Calls nobody. */
export async function runConnectorsCommand(
  { app, env = [], format }: ConnectorsFlags,
  outside: Terminal,
): Promise<number> {
  const { cwd, variables, stdout, stderr } = withEnvFiles(outside, env);
  const root = await workspaceRoot(app, cwd);
  const { config } = await loadConfig({ root, variables });
  const connectors = createAgents({ root, config, variables, systems }).connectors();
  if (format === 'json') {
    stdout.write(`${JSON.stringify(connectors, undefined, 2)}\n`);
    return 0;
  }
  for (const line of tableLines(connectors.map(rowOf))) stdout.write(`${line}\n`);
  const hint = connectors.length === 0 ? '; write one to connectors/<id>.conn.yao' : '';
  stderr.write(`runner: ${plural(connectors.length, 'connector')}${hint}\n`);
  return 0;
}

function rowOf({ id, type, source, model = '-', host = '-', problem, ...key }: ConnectorSummary): string[] {
  if (problem !== undefined) return [id, type, problem];
  return [id, type, model, host, keyText(key), source];
}

function keyText({ keyVariable, keyPresent }: Pick<ConnectorSummary, 'keyVariable' | 'keyPresent'>): string {
  if (keyVariable !== undefined) return `${keyVariable} is ${keyPresent ? 'set' : 'missing'}`;
  return keyPresent ? '-' : 'its key is empty';
}
