import path from 'node:path';
import type { HookCall, ScriptHost } from '../ports/index.ts';
import { isJsonObject } from '../values/index.ts';
import { createScriptInvoker, type ProcessHandlers, type ScriptHostOptions, scriptNames } from './script-invoker.ts';
import { testEnding, testReport } from './test-object/test-function-call.ts';

/** The scripts of a workspace, and the process handlers that they and its assistants call. */
export type WorkspaceScripts = ScriptHost & { handlers: ProcessHandlers; close(): Promise<void> };

/** Runs the user's hooks and script assertions in workers, one bundle per file. Functions need not be exported. */
export function createScriptHost(options: ScriptHostOptions): WorkspaceScripts {
  const invoker = createScriptInvoker(options);
  return {
    handlers: invoker.handlers,
    async runHook({ reference, baseDir, agentId, arguments: values, services, ...hook }, signal) {
      const from = { baseDir, agentId };
      const place = invoker.placeOf({ kind: 'hook', reference, ...from });
      const names = { ...scriptNames(reference), source: hookSource(hook) };
      const result = await invoker.invoke(
        { place, values, ...names, role: 'script', from, services, chain: [] },
        signal,
      );
      return isJsonObject(result) && result.data !== undefined ? result.data : result;
    },
    async runFunction({ reference, baseDir, agentId, arguments: values, services }, signal) {
      const from = { baseDir, agentId };
      const place = invoker.placeOf({ kind: 'function', reference, ...from });
      return invoker.invoke(
        { place, values, ...scriptNames(reference), role: 'script', from, services, chain: [] },
        signal,
      );
    },
    async runTest(call, signal) {
      const { functionName, baseDir, agentId, services } = call;
      const place = { file: path.join(options.root, call.module), functionName };
      const ended = await invoker.invoke(
        {
          ...{ place, services, from: { baseDir, agentId }, chain: [] },
          ...{ values: call.context, ...scriptNames(functionName), role: 'script', apart: 'always' },
          test: testReport(call, options.root),
        },
        signal,
      );
      return testEnding(ended);
    },
    close: () => invoker.close(),
  };
}

function hookSource({ scope, phase }: Pick<HookCall, 'scope' | 'phase'>): string {
  return scope === 'case' ? `hook ${phase}` : `hook ${phase} all`;
}
