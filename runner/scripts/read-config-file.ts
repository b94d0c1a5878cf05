import path from 'node:path';
import { AgentError } from '../ports/index.ts';
import type { ConfigContents } from './config-module.ts';
import { isolateModule } from './isolated-module.ts';
import { describeUserError } from './user-error.ts';
import type { WorkerIntegrations } from './user-objects.ts';
import { CONFIG_FUNCTION_NAME } from './worker/worker-protocol.ts';

export type ConfigFileRequest = {
  /** The absolute path of a `runner.config.ts`, `.js` or `.mjs`. */
  file: string;
  variables: Readonly<Record<string, string | undefined>>;
  deadlineMs: number;
  systems: WorkerIntegrations;
};

/**
 * Evaluates a workspace's config file in a worker. Returns its data, which is not validated yet, and the names of its
 * handlers for `Process()`. An error names the line of the file.
 */
export async function loadConfigFile(request: ConfigFileRequest): Promise<ConfigContents> {
  const { file, variables, deadlineMs, systems } = request;
  const module = isolateModule({ file, role: 'config', variables, systems });
  const call = {
    name: CONFIG_FUNCTION_NAME,
    payload: '[]',
    log: () => undefined,
    ask: rejectConfigCalls,
    apart: 'always',
  } as const;
  try {
    const outcome = await module.call(call, AbortSignal.timeout(deadlineMs));
    if (outcome.type === 'returned') return JSON.parse(outcome.value ?? 'null');
    if (outcome.type === 'lost') throw new AgentError(`${file} could not be loaded: ${outcome.death}`, 'configuration');
    const problem = describeUserError(outcome.failure, path.dirname(file), { file, functionName: 'default' });
    throw new AgentError(`${file} could not be loaded: ${problem}`, 'configuration');
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
    const text = `${file} was not loaded after ${deadlineMs / 1000} s; does it loop or wait for something?`;
    throw new AgentError(text, 'configuration');
  } finally {
    await module.close();
  }
}

function rejectConfigCalls(): Promise<never> {
  return Promise.reject(new Error('a config cannot call agents or processes while it is loaded'));
}
