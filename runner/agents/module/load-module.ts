import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEntryOf } from '../../contract/index.ts';
import { AgentError } from '../../ports/index.ts';
import { findSharedVariables } from '../../scripts/code-lint/shared-variables.ts';
import { type IsolatedModuleOptions, isolateModule } from '../../scripts/isolated-module.ts';
import { describeUserError, describeWorkerDeath, findFirstUserFrame } from '../../scripts/user-error.ts';
import { type AgentFinding, parseFindingLine, toAgentFindingsOfError } from '../agent-finding.ts';

type ModuleFile = Pick<IsolatedModuleOptions, 'file' | 'variables' | 'systems' | 'cwd' | 'spare'> & {
  root: string;
};

/**
 * `found` lists the exports that could be agents: functions, and agent objects of frameworks. `place` is the position
 * of a problem as `file:line:column`.
 */
type ModuleExports = { found: string[] } | { problem: string; place?: string | undefined };

/**
 * The name of an export that no module has. Calling it returns an error that lists the exports that could be called.
 */
const NONEXISTENT_EXPORT_NAME = '';

/** Returns the exports of a module that could be agents. Throws if the module cannot be loaded. */
export async function listExportedAgents(module: ModuleFile, signal: AbortSignal): Promise<string[]> {
  const loadedModule = await loadModule(module, signal);
  if ('found' in loadedModule) return loadedModule.found;
  throw new AgentError(`${module.file} cannot be loaded: ${loadedModule.problem}`, 'configuration');
}

/**
 * Returns why an export of a module cannot be an agent: the module cannot be loaded, or has no such export. Loads the
 * module in a worker of its own.
 */
export async function inspectModule(
  { id, exportName, ...module }: ModuleFile & { id: string; exportName: string },
  signal: AbortSignal,
): Promise<AgentFinding[]> {
  const { file, root } = module;
  const start: AgentFinding = { kind: 'mistake', file, line: 1, column: 1, message: '' };
  try {
    const loadedModule = await loadModule(module, signal);
    if ('problem' in loadedModule) {
      const message = `agent "${id}": its module does not load: ${loadedModule.problem}`;
      return [
        parseFindingLine(loadedModule.place === undefined ? message : `${loadedModule.place}: ${message}`, start, root),
      ];
    }
    if (loadedModule.found.includes(exportName)) return [];
    const list =
      loadedModule.found.length === 0 ? 'it exports no function' : `its functions: ${loadedModule.found.join(', ')}`;
    return [{ ...start, message: `agent "${id}": its module exports no agent "${exportName}"; ${list}` }];
  } catch (error) {
    signal.throwIfAborted();
    return toAgentFindingsOfError(error, start, root);
  }
}

/**
 * Warns about variables that all attempts share, if the attempts of a run share the module. Returns nothing if the file
 * does not exist.
 */
export function inspectIsolation({ isolate, path: module }: AgentEntryOf<'module'>, root: string): AgentFinding[] {
  const file = path.resolve(root, module);
  if (isolate !== 'suite' || !existsSync(file)) return [];
  return findSharedVariables(readFileSync(file, 'utf8')).map(({ line, message }) => {
    return { kind: 'doubt', file, line, column: 1, message };
  });
}

async function loadModule({ root, ...options }: ModuleFile, signal: AbortSignal): Promise<ModuleExports> {
  const module = isolateModule({ ...options, role: 'agent' });
  try {
    await module.prepare();
    const outcome = await module.call(
      { name: NONEXISTENT_EXPORT_NAME, payload: '{}', log() {}, ask: async () => null },
      signal,
    );
    switch (outcome.type) {
      case 'threw': {
        const { failure } = outcome;
        if (failure.missing !== undefined) return { found: failure.missing.found };
        const problem = describeUserError(failure, root, { file: options.file, functionName: 'default' });
        return { problem, place: findFirstUserFrame(failure.stack ?? '', root) };
      }
      case 'lost':
        return { problem: `the module crashed: ${describeWorkerDeath(outcome.death, root)}` };
      case 'returned':
        return { problem: 'the module claims to export every name' };
      default:
        return outcome satisfies never;
    }
  } finally {
    await module.close();
  }
}
