import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { type WorkspaceConfig, workspaceConfigSchema } from '../contract/index.ts';
import { readEnvironment } from '../host/env.ts';
import { AppError } from '../host/errors.ts';
import { toErrorMessage } from '../values/index.ts';
import { findConfigFile, isCodeFile } from './config-file.ts';
import { loadConfig } from './load-config.ts';
import { createAgents } from './workspace-readers.ts';

const MAX_BYTES = 50_000_000;

const agentSchema = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string().optional(),
  connector: z.string().optional(),
  /** True if the agent cannot be run with another connector. */
  noConnector: z.boolean().optional(),
  /** The system prompt, for an agent that is only a model with a prompt. */
  prompt: z.string().optional(),
  /** The reason why the agent cannot be called as configured. */
  problem: z.string().optional(),
});
const connectorSchema = z.object({
  id: z.string(),
  type: z.string(),
  model: z.string().optional(),
  /** The environment variable that contains the connector's API key. */
  keyVariable: z.string().optional(),
  keyPresent: z.boolean(),
  /** The reason why the connector cannot be used. */
  problem: z.string().optional(),
});
const agentsAndModelsSchema = z.object({
  agents: z.array(agentSchema),
  connectors: z.array(connectorSchema),
  /** Folders outside of the workspace that may contain attachments. */
  folders: z.array(z.string()),
});
/** The agents and models available in a workspace. */
export type WorkspaceAgentsAndModels = z.infer<typeof agentsAndModelsSchema>;

declare global {
  // The cache is global, because Next loads a module once per bundle. The process serves only one workspace.
  var turntreeWorkspaceParts: { key: string; parts: Promise<WorkspaceAgentsAndModels> } | undefined;
}

/**
 * Describes the agents and connectors of a workspace. For a connector it says whether its key is set, but never
 * contains the key. A config that is code is not evaluated in the dashboard's process, but by a call of `runner`, which
 * is repeated when the workspace changes.
 */
export async function describeWorkspace(workspace: string): Promise<WorkspaceAgentsAndModels> {
  const { variables } = readEnvironment();
  const file = findConfigFile(workspace);
  if (!isCodeFile(file)) {
    const { config } = await loadConfig({ root: workspace, variables });
    return listAgentsAndModels(config, createAgents({ root: workspace, config, variables }));
  }
  const config = workspaceConfigSchema.parse({});
  const folders = listAgentsAndModels(config, createAgents({ root: workspace, config, variables }));
  const key = JSON.stringify([file, statSync(file).mtimeMs, folders]);
  const cached = globalThis.turntreeWorkspaceParts;
  if (cached?.key === key) return cached.parts;
  const listed = runListCommand(workspace);
  globalThis.turntreeWorkspaceParts = { key, parts: listed };
  return listed.catch((error: unknown) => {
    globalThis.turntreeWorkspaceParts = undefined;
    throw error;
  });
}

function listAgentsAndModels(
  { folders = [] }: WorkspaceConfig,
  agents: ReturnType<typeof createAgents>,
): WorkspaceAgentsAndModels {
  return { agents: agents.list(), connectors: agents.connectors(), folders };
}

async function runListCommand(workspace: string): Promise<WorkspaceAgentsAndModels> {
  const program = path.join(readEnvironment().home, 'bin', 'turntree.cjs');
  const command = [program, 'list', '--format', 'json', '--app', workspace];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: workspace, maxBuffer: MAX_BYTES });
    return agentsAndModelsSchema.parse(JSON.parse(stdout));
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const [first = toErrorMessage(error), ...others] = stderr.split('\n').filter((line) => line.trim() !== '');
    throw new AppError(
      'configuration',
      first.replace(/^turntree: /, ''),
      others.map((line) => line.trim()),
    );
  }
}
