import { AgentError } from '../ports/index.ts';
import { castToJson, findNearestWord, isJsonObject, type Json } from '../values/index.ts';
import type { AgentFolder, ScriptIntegrations } from './agent-folders.ts';
import { findDefinitionLocation } from './definition-location.ts';
import { type IsolatedModule, type IsolatedModuleOptions, isolateModule } from './isolated-module.ts';
import { answerProcessCall, type ScriptProcessCall } from './processes/answer-process.ts';
import { buildHandlerArguments, findMisspeltProcess } from './processes/process-handlers.ts';
import { resolveScript, type ScriptLocation, type ScriptReference } from './resolve-script.ts';
import type { ScriptEngine, ScriptTask } from './script-engine.ts';
import type { UserCall } from './user-call.ts';
import { describeUserError, describeWorkerDeath, toRelativeLocation } from './user-error.ts';
import { type ScriptHostRequest, scriptHostRequestSchema } from './worker/script-question.ts';
import type { UserFailure, WorkerStartMessage } from './worker/worker-protocol.ts';

export type ScriptHostOptions = {
  systems: ScriptIntegrations;
  /** The absolute path of the workspace. */
  root: string;
  /** The environment of the scripts. Default: the environment of the current process. */
  variables?: Readonly<Record<string, string | undefined>>;
  /** The handlers that the workspace's `runner.config.ts` registers for `Process()`. */
  handlers?: { file: string; names: readonly string[] } | undefined;
  workers?: Pick<IsolatedModuleOptions, 'cwd' | 'memoryMb' | 'maxAnswer' | 'pingMs'>;
  /** Script engines of other systems, which run the scripts of those systems. */
  engines?: () => readonly ScriptEngine[];
};

/** A task for a Node worker, not for the engine of another system. */
export type ScriptInvocation = ScriptTask & {
  role: WorkerStartMessage['role'];
  apart?: UserCall['apart'];
  /**
   * Set if the function is a mock that answers a tool call from the state of a case. A mock always runs in Node, even
   * if its script has another engine.
   */
  isMock?: boolean;
};

/** A call of a handler by its registered name, on behalf of the script at `from`. */
export type HandlerCall = { key: string; call: ScriptProcessCall; from: ScriptInvocation['from'] };

/**
 * The handlers that a workspace registers for `Process()`. All their callers share one worker, so that handlers share
 * their state.
 */
export type ProcessHandlers = {
  names: readonly string[];
  call(handled: HandlerCall, signal: AbortSignal): Promise<Json>;
};

/**
 * Calls functions in the user's files, with one worker per file, and answers the requests that these functions send to
 * the host.
 */
export type ScriptInvoker = {
  /** Calls a user's function; throws the function's error with its line. */
  invoke(invocation: ScriptInvocation, signal: AbortSignal): Promise<Json>;
  placeOf(script: ScriptReference): ScriptLocation;
  /** True if a name that begins with an agent's id refers to a function in the agent's script. */
  isAgentScript(name: string): boolean;
  handlers: ProcessHandlers;
  close(): Promise<void>;
};

export function createScriptInvoker(options: ScriptHostOptions): ScriptInvoker {
  const { root, variables = process.env, systems } = options;
  const modules = new Map<string, IsolatedModule>();
  const places = new Map<string, ScriptLocation>();
  let agentFolders: ReadonlyMap<string, AgentFolder> | undefined;
  const getAgentFolders = () => {
    agentFolders ??= systems.folders.below(root);
    return agentFolders;
  };

  function locateScript(script: ScriptReference): ScriptLocation {
    const key = JSON.stringify([script.kind, script.reference, script.baseDir, script.agentId]);
    const scriptLocation =
      places.get(key) ??
      systems.folders.script(script.reference, getAgentFolders) ??
      resolveScript(root, script, systems.folders);
    places.set(key, scriptLocation);
    return scriptLocation;
  }

  function getScriptModule(file: string, role: WorkerStartMessage['role']): IsolatedModule {
    const module =
      modules.get(file) ?? isolateModule({ file, role, systems, variables: options.variables, ...options.workers });
    modules.set(file, module);
    return module;
  }

  async function findScriptEngine({
    role,
    place,
    isMock = false,
  }: ScriptInvocation): Promise<ScriptEngine | undefined> {
    const engines = role === 'script' && !isMock ? (options.engines?.() ?? []) : [];
    for (const engine of engines) if (await engine.handlesScript(place.file)) return engine;
    return undefined;
  }

  async function invokeInWorker(invocation: ScriptInvocation, signal: AbortSignal): Promise<Json> {
    const engine = await findScriptEngine(invocation);
    if (engine !== undefined) return engine.run(invocation, signal);
    const { place, apart, test, isMock = false } = invocation;
    const misspeltCalls = new Set<string>();
    const call: UserCall = {
      name: place.functionName,
      payload: JSON.stringify(buildCallArguments(invocation)),
      ...createCallListeners(invocation, root),
      ask: (question) =>
        answerScriptRequest(question, { asker: invocation, invoker, variables, systems, misspeltCalls }, signal),
      apart,
      manner: isMock ? 'mock' : 'plain',
      ...(test === undefined ? {} : { ...test, manner: 'test' }),
    };
    const outcome = await getScriptModule(place.file, invocation.role).call(call, signal);
    if (outcome.type === 'returned') {
      // The script itself caught the errors of these calls, so they would otherwise stay unnoticed.
      for (const text of misspeltCalls) invocation.services?.report?.({ type: 'warning', text });
      return outcome.value === undefined ? null : JSON.parse(outcome.value);
    }
    if (outcome.type === 'threw') throw createScriptError({ place, failure: outcome.failure, root });
    const where = findDefinitionLocation(place, root);
    throw new AgentError(
      `${invocation.title} (${where}) ended during the call: ${describeWorkerDeath(outcome.death, root)}`,
      'agent',
    );
  }

  const invoker: ScriptInvoker = {
    invoke: invokeInWorker,
    placeOf: locateScript,
    isAgentScript: (name) => systems.folders.script(name, getAgentFolders) !== undefined,
    handlers: {
      names: options.handlers?.names ?? [],
      call({ key, call: { name, values, services, chain }, from }, handledSignal) {
        const place = { file: options.handlers?.file ?? '', functionName: key };
        const names = { source: `process ${name}`, title: `process "${name}"` };
        const handed = buildHandlerArguments(key, { name, values });
        const nested = { services, from, chain: [...chain, name] };
        return invokeInWorker({ ...nested, ...names, place, values: handed, role: 'config' }, handledSignal);
      },
    },
    async close() {
      await Promise.all([...modules.values()].map((module) => module.close()));
    },
  };
  return invoker;
}

function createCallListeners(
  { source, title, services }: ScriptInvocation,
  root: string,
): Pick<UserCall, 'log' | 'hung' | 'repeated'> {
  return {
    log(stream, text) {
      services?.report?.({ type: 'log', source, text });
      if (stream !== 'stderr' || !text.startsWith('Assertion failed')) return;
      const warning = `${title}: a console.assert failed, which does not affect the result; return false or throw`;
      services?.report?.({ type: 'warning', text: warning });
    },
    hung: (line) =>
      services?.report?.({ type: 'hang', location: line.then((location) => toRelativeLocation(location, root)) }),
    repeated(death) {
      const text = `its process, which it shares with other calls, ended: ${describeWorkerDeath(death, root)}`;
      services?.report?.({ type: 'warning', text: `${title} was called again: ${text}` });
    },
  };
}

function buildCallArguments({ values, context, test }: ScriptInvocation): unknown {
  if (test !== undefined) return context ?? null;
  return context === undefined ? values : [context, ...values];
}

type ScriptRequestContext = {
  asker: ScriptInvocation;
  invoker: ScriptInvoker;
  variables: NonNullable<ScriptHostOptions['variables']>;
  systems: ScriptIntegrations;
  /** Messages about failed calls of misspelt names, that is, names similar to a registered one. */
  misspeltCalls: Set<string>;
};

async function answerScriptRequest(question: Json, context: ScriptRequestContext, signal: AbortSignal): Promise<Json> {
  const request = scriptHostRequestSchema.parse(question);
  if (request.type === 'judge') return answerJudgeRequest(request, context.asker);
  try {
    const result = await answerProcessRequest(request, context, signal);
    recordFields(context.asker.test?.fieldsByProcess, { name: request.name, result });
    return result;
  } catch (error) {
    const mistake = findMisspeltProcess(request.name, context.invoker.handlers.names);
    if (mistake !== undefined) context.misspeltCalls.add(mistake);
    throw error;
  }
}

function recordFields(
  fieldsByProcess: Map<string, readonly string[]> | undefined,
  { name, result }: { name: string; result: Json },
): void {
  const fields = isJsonObject(result) ? Object.keys(result) : [];
  fieldsByProcess?.set(name, [...(fieldsByProcess.get(name) ?? []), ...fields]);
}

/**
 * Answers a call of `Process(name, …)` in a script. A call within that call runs with the same services and from the
 * same place, and is added to the call chain.
 */
async function answerProcessRequest(
  { name, arguments: values }: Extract<ScriptHostRequest, { type: 'process' }>,
  { asker, invoker, variables, systems }: ScriptRequestContext,
  signal: AbortSignal,
): Promise<Json> {
  const { services, from } = asker;
  const call: ScriptProcessCall = { name, values, services, chain: asker.chain };
  const nested = { services, from, chain: [...asker.chain, name] };
  return answerProcessCall(call, {
    registered: invoker.handlers.names,
    builtIn: () => systems.process(name, values, variables),
    isScript: (reference) => invoker.isAgentScript(reference),
    callScript: async (reference) => {
      const scriptLocation = invoker.placeOf({ kind: 'function', reference, ...from });
      const apart = asker.role === 'config' ? 'always' : 'when blocked';
      return invoker.invoke(
        { ...nested, ...formatScriptNames(reference), place: scriptLocation, values, role: 'script', apart },
        signal,
      );
    },
    callHandler: (key) => invoker.handlers.call({ key, call, from }, signal),
  });
}

async function answerJudgeRequest(
  { assertion, output }: Extract<ScriptHostRequest, { type: 'judge' }>,
  { test }: ScriptInvocation,
): Promise<Json> {
  if (test === undefined) throw new AgentError('only a test function can ask a judge (t.assert)', 'agent');
  return castToJson(await test.judge(assertion, output));
}

/** Returns the names of a user's function in logs and in messages. */
export function formatScriptNames(reference: string): Pick<ScriptInvocation, 'source' | 'title'> {
  return { source: `script ${reference.replace(/^scripts[:.]/, '')}`, title: `script "${reference}"` };
}

function createScriptError(call: { place: ScriptLocation; failure: UserFailure; root: string }): AgentError {
  const { place, failure, root } = call;
  if (failure.missing === undefined)
    return new AgentError(describeUserError(failure, root, place), 'agent', {
      cause: failure.stack,
      service: failure.service?.failure,
    });
  return createMissingFunctionError({ ...place, functionName: failure.missing.name }, failure.missing.found, root);
}

/** Creates the error for a script that lacks the called function; the error lists the functions that exist. */
export function createMissingFunctionError(
  { file, functionName }: ScriptLocation,
  functionNames: string[],
  root: string,
): AgentError {
  const near = findNearestWord(functionName, functionNames);
  const suggestion = near === undefined ? '' : `. Did you mean "${near}"?`;
  const list = functionNames.length === 0 ? 'it has none' : `it has ${functionNames.join(', ')}`;
  return new AgentError(
    `${toRelativeLocation(file, root)} has no function "${functionName}"; ${list}${suggestion}`,
    'configuration',
  );
}
