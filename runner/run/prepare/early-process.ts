import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PrestartedProcess } from '../../scripts/worker/prestarted-process.ts';
import { MEMORY_MB, prestartModuleProcess } from '../../scripts/worker/start-module.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { findWorkspace } from '../../workspace/find-workspace.ts';
import type { Terminal } from '../terminal.ts';
import type { RunRequest } from '../test-options.ts';

/**
 * Starts a process for the modules of agents in advance if the run will need it, so that it starts while the command
 * still loads its own code. The caller must close the process, even if it was not used.
 */
export function startModuleProcessEarly(
  request: ModuleProcessRequest,
  { cwd, variables }: Terminal,
): PrestartedProcess | undefined {
  const { dryRun, queue, env = [], replay, resume, app } = request.flags;
  if (dryRun === true || replay === true || queue !== undefined || resume !== undefined || env.length > 0) return;
  // If a module is preloaded into every process, it may read variables that are only set later, so no process is
  // started in advance.
  if ((variables.NODE_OPTIONS ?? '') !== '') return;
  const root = app === undefined ? findWorkspace(getFolderOfInput(request, cwd)) : path.resolve(cwd, app);
  if (root === undefined || !usesOnlyModuleAgents(request, root)) return;
  return prestartModuleProcess({ objects: [], variables, cwd, memoryMb: MEMORY_MB });
}

type ModuleProcessRequest = Pick<RunRequest, 'inputs' | 'flags'>;

function getFolderOfInput({ inputs: [first], flags: { input = first } }: ModuleProcessRequest, cwd: string): string {
  const file = input === undefined ? cwd : path.resolve(cwd, input);
  if (!existsSync(file)) return cwd;
  return statSync(file).isDirectory() ? file : path.dirname(file);
}

function usesOnlyModuleAgents({ inputs, flags: { name } }: ModuleProcessRequest, root: string): boolean {
  // Tables are scored without an agent, unless the command names an agent.
  if (name === undefined && inputs.some((input) => input.includes('.csv'))) return false;
  const agents = readConfigAgents(path.join(root, 'runner.config.json'));
  const testedEntries = name === undefined ? Object.values(agents) : [agents[name] ?? null];
  return testedEntries.length > 0 && testedEntries.every((agent) => isJsonObject(agent) && agent.type === 'module');
}

/** Errors in the config are ignored here; they are reported when the run is prepared. */
function readConfigAgents(file: string): Record<string, Json> {
  try {
    const config: Json = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(config) && isJsonObject(config.agents) ? config.agents : {};
  } catch {
    return {};
  }
}
