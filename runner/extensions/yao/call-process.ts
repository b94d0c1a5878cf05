import { AgentError, type ScriptServices } from '../../ports/index.ts';
import { answerProcessCall } from '../../scripts/processes/answer-process.ts';
import { findHandlerName } from '../../scripts/processes/process-handlers.ts';
import { resolveScript } from '../../scripts/resolve-script.ts';
import { createMissingFunctionError } from '../../scripts/script-invoker.ts';
import { isJsonObject, type Json, toErrorMessage } from '../../values/index.ts';
import { agentFolders } from './agent-folders.ts';
import { askAgent } from './ask-agent.ts';
import { callBuiltInProcess } from './built-in-processes.ts';
import { callAgent, callModel } from './conversation-calls.ts';
import { callDataFolderMethod } from './data/data-folder.ts';
import { findAssistantScript } from './find-assistant-script.ts';
import { callMemoryMethod } from './memory-call.ts';
import { runScript } from './run-script.ts';
import { findOrCreateStore, type MemorySpace } from './sessions.ts';
import type { ScriptCaller, YaoTurn } from './yao-turn.ts';

/** A call of a function by name. Functions of scripts get `ctx` as their last argument if they are called as tools. */
type ProcessCall = { name: string; values: Json[]; context?: 'last' };

/**
 * Implements `Process(name, …)` in a hook or a tool. Calls the handler in the workspace's config or, if there is none,
 * the process of Yao with this name. Every call is logged with its result.
 */
export async function callProcess(call: ProcessCall, caller: ScriptCaller, signal: AbortSignal): Promise<Json> {
  const { turn } = caller;
  const callText = `Process(${[call.name, ...call.values].map((value) => JSON.stringify(value)).join(', ')})`;
  try {
    const result = await runProcess(call, caller, signal);
    turn.log('process', `${callText} → ${JSON.stringify(result)}`);
    return result;
  } catch (error) {
    turn.log('process', `${callText} threw: ${toErrorMessage(error)}`);
    throw error;
  }
}

/** Does the same as `callProcess`, but does not log the call. */
export async function runProcess(call: ProcessCall, { turn, chain }: ScriptCaller, signal: AbortSignal): Promise<Json> {
  const { name, values } = call;
  const { runtime, assistant } = turn;
  const { handlers } = runtime;
  const folderOfCaller = { baseDir: assistant.dir, agentId: assistant.id };
  if (findHandlerName(name, handlers.names) === undefined) {
    const own = await callTurnScopedProcess(call, { turn, chain }, signal);
    if (own !== undefined) return own;
  }
  return answerProcessCall(
    { name, values, chain, services: createScriptServices(turn, signal) },
    {
      registered: handlers.names,
      builtIn: () => callBuiltInProcess(name, values, runtime.variables) ?? runtime.models.process(name, values),
      isScript: () => false,
      callHandler: (key, call) => handlers.call({ key, call, from: folderOfCaller }, signal),
      callScript: (reference) => {
        const scriptLocation = resolveScript(
          runtime.root,
          { kind: 'function', reference, ...folderOfCaller },
          agentFolders,
        );
        return callFunction({ ...call, ...scriptLocation }, { turn, chain }, signal);
      },
    },
  );
}

/** Calls a process that needs the current turn: another assistant or its scripts, a model, the session. */
async function callTurnScopedProcess(
  call: ProcessCall,
  caller: ScriptCaller,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { turn } = caller;
  const { name, values } = call;
  const [first] = values;
  switch (name.toLowerCase()) {
    case 'agent.call':
      if (!isJsonObject(first)) throw new AgentError('Process("agent.Call") needs {assistant_id, messages}', 'agent');
      return callAgent([first.assistant_id ?? '', first.messages ?? null, first], turn, signal);
    case 'llm.chatcompletions':
      return callModel(values, turn, signal);
    default:
  }
  if (/^session\./i.test(name)) return callSessionMethod(turn.session.values, name.slice('session.'.length), values);
  const [, store, method] = /^stores\.(.+)\.(\w+)$/i.exec(name) ?? [];
  if (store !== undefined && method !== undefined)
    return callMemoryMethod(findOrCreateStore(turn.session, store), method, values);
  const [, system, file] = /^fs\.(\w+)\.(\w+)$/i.exec(name) ?? [];
  if (system !== undefined && file !== undefined)
    return callDataFolderMethod({ system, method: file, values }, turn.runtime);
  const script = findAssistantScript(name, turn.runtime.folders);
  return script === undefined ? undefined : callFunction({ ...call, ...script }, caller, signal);
}

async function callFunction(
  { file, functionName, values, name, context }: ProcessCall & { file: string; functionName: string },
  { turn, chain }: ScriptCaller,
  signal: AbortSignal,
): Promise<Json> {
  const result = await runScript(
    { file, functionName, values, source: `script ${name}`, chain: [...chain, name], context },
    turn,
    signal,
  );
  if (result.type === 'threw') throw new AgentError(result.message, 'agent');
  if (result.type === 'absent') {
    throw createMissingFunctionError({ file, functionName }, result.found, turn.runtime.root);
  }
  if (result.promised !== undefined) {
    turn.warn(`${name} is asynchronous (${result.promised.place}): Yao does not wait for it and uses {} as its result`);
  }
  return result.value ?? null;
}

function createScriptServices(turn: YaoTurn, signal: AbortSignal): ScriptServices {
  return { report: turn.request.context.report, askAgent: (question) => askAgent(question, turn, signal) };
}

/** Implements `Process("session.<method>", …)`, which reads and writes values that are kept for one attempt. */
function callSessionMethod(values: MemorySpace, method: string, [first, second]: readonly Json[]): Json {
  const key = typeof first === 'string' ? first : '';
  switch (method.toLowerCase()) {
    case 'get':
      return values.get(key) ?? null;
    case 'set':
      values.set(key, second ?? null);
      return null;
    case 'setmany':
      for (const [name, value] of Object.entries(isJsonObject(first) ? first : {})) values.set(name, value);
      return null;
    case 'getmany':
      return Object.fromEntries(
        (Array.isArray(first) ? first : []).map((name) => [String(name), values.get(String(name)) ?? null]),
      );
    case 'del':
      values.delete(key);
      return null;
    case 'dump':
      return Object.fromEntries(values);
    default:
      throw new AgentError(
        `Process("session.${method}") is not known; known: Get, Set, GetMany, SetMany, Del and Dump`,
        'agent',
      );
  }
}
