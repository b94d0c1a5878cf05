import path from 'node:path';
import { isJsonObject, type Json, nearest } from '../contract/index.ts';
import { AgentError, type ScriptHost } from '../engine/ports.ts';
import { type IsolatedModule, isolateModule } from './isolated-module.ts';
import { resolveScript, type ScriptPlace, type ScriptReference } from './resolve-script.ts';
import { testEnding, testFunctionCall } from './test-function-call.ts';
import { userErrorText } from './user-error.ts';
import type { CallOutcome, UserCall } from './worker-lane.ts';
import type { UserFailure } from './worker-protocol.ts';

export type ScriptHostOptions = {
  /** Absolute path of the workspace. */
  root: string;
  /** The environment of the scripts; without it, that of this process. */
  variables?: Readonly<Record<string, string | undefined>>;
  workers?: { memoryMb?: number; pingMs?: number };
};

/** Runs the user's hooks and script assertions in workers, one bundle per file. Functions need not be exported. */
export function createScriptHost(options: ScriptHostOptions): ScriptHost & { close(): Promise<void> } {
  const { root } = options;
  const modules = new Map<string, IsolatedModule>();
  const places = new Map<string, ScriptPlace>();

  function placeOf(wanted: ScriptReference): ScriptPlace {
    const key = JSON.stringify([wanted.kind, wanted.reference, wanted.baseDir, wanted.agentId]);
    const place = places.get(key) ?? resolveScript(root, wanted);
    places.set(key, place);
    return place;
  }

  function moduleAt(file: string): IsolatedModule {
    const module =
      modules.get(file) ?? isolateModule({ file, role: 'script', variables: options.variables, ...options.workers });
    modules.set(file, module);
    return module;
  }

  async function run(wanted: ScriptReference, values: readonly Json[], signal: AbortSignal): Promise<Json> {
    const place = placeOf(wanted);
    const call: UserCall = {
      name: place.functionName,
      payload: JSON.stringify(values),
      log: () => undefined,
      ask: () => Promise.reject(new Error('a script has no model to ask')),
    };
    const outcome = await moduleAt(place.file).call(call, signal);
    return returnedValue(outcome, { place, name: wanted.reference, root });
  }

  return {
    async runHook({ reference, baseDir, agentId, arguments: values }, signal) {
      const result = await run({ kind: 'hook', reference, baseDir, agentId }, values, signal);
      return isJsonObject(result) && result.data !== undefined ? result.data : result;
    },
    runFunction({ reference, baseDir, agentId, arguments: values }, signal) {
      return run({ kind: 'function', reference, baseDir, agentId }, values, signal);
    },
    async runTest(call, signal) {
      const place = { file: path.join(root, call.module), functionName: call.functionName };
      const outcome = await moduleAt(place.file).callAlone(testFunctionCall(call, root), signal);
      return testEnding(returnedValue(outcome, { place, name: call.functionName, root }));
    },
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
}

type Called = { place: ScriptPlace; name: string; root: string };

function returnedValue(outcome: CallOutcome, { place, name, root }: Called): Json {
  if (outcome.type === 'returned') return outcome.value === undefined ? null : JSON.parse(outcome.value);
  if (outcome.type === 'threw') throw scriptError({ place, failure: outcome.failure, root });
  throw new AgentError(`script "${name}" did not survive the call: ${outcome.death}`, 'agent');
}

function scriptError(call: { place: ScriptPlace; failure: UserFailure; root: string }): AgentError {
  const { place, failure, root } = call;
  if (failure.missing === undefined)
    return new AgentError(userErrorText(failure, root), 'agent', { cause: failure.stack });
  const { name, found } = failure.missing;
  const near = nearest(name, found);
  const suggestion = near === undefined ? '' : `. Did you mean "${near}"?`;
  const list = found.length === 0 ? 'it has none' : `it has ${found.join(', ')}`;
  return new AgentError(`${place.file} has no function "${name}"; ${list}${suggestion}`, 'configuration');
}
