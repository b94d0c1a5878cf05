import { existsSync, statSync } from 'node:fs';
import { type AgentsHandle, createAgents } from '../agents/create-agents.ts';
import type { PlannedCase } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import type { ConnectorSummary } from '../models/connectors.ts';
import { stripControlCharacters } from '../reporters/console/shorten-text.ts';
import { listSuites } from '../workspace/list-suites.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { addEnvFileVariables } from './load/env-files.ts';
import { locateInputAndWorkspace } from './locate.ts';
import { printWarnings } from './prepare/print-warnings.ts';
import { prepareRun } from './prepare.ts';
import type { Terminal } from './terminal.ts';
import type { RunRequest } from './test-options.ts';
import { UsageError } from './usage-error.ts';
import { resolveWorkspaceRoot } from './workspace-root.ts';

/** Lists the cases that a test with these inputs and flags would select. Runs nothing. */
export async function listSelectedCases(request: RunRequest, callerTerminal: Terminal, signal: AbortSignal) {
  const terminal = addEnvFileVariables(callerTerminal, request.flags.env ?? []);
  const locatedRun = await locateInputAndWorkspace(request, terminal);
  const prepared = await prepareRun(locatedRun, terminal, signal);
  await prepared.close();
  printWarnings(prepared, terminal);
  return { root: prepared.root, cases: prepared.plan.cases.map(toListedCase) };
}

function toListedCase({ suiteKey, agentId, case: testCase }: PlannedCase) {
  const { id, name, kind, tags = [], skip = false, line } = testCase;
  return { id, name, kind, tags, skip, agent: agentId, suite: suiteKey, line };
}

/** Lists the suites, agents and connectors of a workspace. Calls no agent or model. */
export async function listWorkspace(app: string | undefined, terminal: Terminal) {
  const root = requireWorkspaceFolder(app, terminal.cwd);
  const { agents, ...settings } = await openWorkspace(root, terminal);
  const listedAgents = agents.list();
  return {
    suites: await listSuites(root, listedAgents),
    agents: listedAgents,
    connectors: agents.connectors(),
    ...settings,
  };
}

/**
 * Lists the connectors that can be called, and whether their keys are set; never shows a key. Calls no agent or model.
 */
export async function listConnectors(
  { app, env = [] }: { app?: string; env?: readonly string[] },
  callerTerminal: Terminal,
): Promise<ConnectorSummary[]> {
  const terminal = addEnvFileVariables(callerTerminal, env);
  const { agents } = await openWorkspace(requireWorkspaceFolder(app, terminal.cwd), terminal);
  return agents.connectors();
}

async function openWorkspace(
  root: string,
  { variables }: Terminal,
): Promise<{ agents: AgentsHandle; folders: string[] }> {
  const { config } = await loadConfig({ root, variables });
  const { folders = [] } = config;
  return { agents: createAgents({ root, config, variables, systems }), folders };
}

/**
 * Returns the workspace that `--app` names, or the workspace around the current folder. Throws if it is not a folder.
 */
function requireWorkspaceFolder(app: string | undefined, cwd: string): string {
  const root = resolveWorkspaceRoot(app, { cwd });
  const isFolder = existsSync(root) && statSync(root).isDirectory();
  if (!isFolder) throw new UsageError(`--app ${app}: the folder ${root} does not exist`);
  return root;
}

/** Formats rows as lines with aligned columns. */
export function formatTableLines(rows: readonly (readonly string[])[]): string[] {
  const cleanRows = rows.map((row) => row.map((cell) => stripControlCharacters(cell).replaceAll(/\s+/g, ' ')));
  const widths: number[] = [];
  for (const row of cleanRows) {
    // The last cell of a row needs no padding, so its width does not matter.
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return cleanRows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
