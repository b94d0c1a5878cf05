import { type Message, messageSchema } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import { AgentError, type AgentResponse, type ScriptServices } from '../../ports/index.ts';
import { findNearestWord, isJsonObject, type Json } from '../../values/index.ts';
import { findHandlerName } from './process-handlers.ts';

/**
 * A call of `Process(name, ...values)` in a script. `chain` lists the calls that wait for this call, the outermost
 * first.
 */
export type ScriptProcessCall = {
  name: string;
  values: Json[];
  chain: readonly string[];
  services: ScriptServices | undefined;
};

/** The processes that a script can call by name through `Process()`. */
export type CallableProcesses = {
  /** The names of the handlers in `processes` of the workspace config. */
  registered: readonly string[];
  /**
   * Returns the answer of a built-in process, which needs no application; undefined if there is no built-in process
   * with this name.
   */
  builtIn(): Json | undefined;
  callHandler(key: string, call: ScriptProcessCall): Promise<Json>;
  /** True if a name that begins with an agent's id refers to a function in the agent's script. */
  isScript(name: string): boolean;
  callScript(reference: string, call: ScriptProcessCall): Promise<Json>;
};

const MAX_CALL_DEPTH = 16;

/**
 * Answers a call by name: a registered handler, otherwise `scripts.<module>.<Function>`, `agents.<id>` or a built-in.
 */
export async function answerProcessCall(call: ScriptProcessCall, targets: CallableProcesses): Promise<Json> {
  if (call.chain.length >= MAX_CALL_DEPTH) {
    const last = call.chain.slice(-3).join(' → ');
    throw new AgentError(
      `Process calls are nested more than ${MAX_CALL_DEPTH} levels deep: … ${last} → ${call.name}`,
      'agent',
    );
  }
  const handler = findHandlerName(call.name, targets.registered);
  if (handler !== undefined) {
    requireNoHandlerCycle(call, targets.registered);
    return targets.callHandler(handler, call);
  }
  if (/^scripts[.:]/.test(call.name) || targets.isScript(call.name)) return targets.callScript(call.name, call);
  if (/^agent\.call$/i.test(call.name)) return answerAgentCallProcess(call);
  if (call.name.startsWith('agents.')) return answerAgentProcess(call);
  const answer = targets.builtIn();
  if (answer !== undefined) return answer;
  throw createUnknownProcessError(call.name, targets.registered);
}

/**
 * Throws if a handler would deadlock. All handlers share one thread, and a handler that waits for a call of `Process`
 * blocks it. So a handler must not call another handler.
 */
function requireNoHandlerCycle({ name, chain }: ScriptProcessCall, registered: readonly string[]): void {
  const waiting = chain.find((outer) => findHandlerName(outer, registered) !== undefined);
  if (waiting === undefined) return;
  throw new AgentError(
    `Process("${name}") cannot be answered: the handler of "${waiting}" waits for this very call (${[...chain, name].join(' → ')})`,
    'configuration',
  );
}

/** Answers `agents.<id>`, with or without a method such as `.Stream` after the id. */
async function answerAgentProcess({ name, values, services }: ScriptProcessCall): Promise<Json> {
  if (services === undefined) throw new AgentError(`Process("${name}"): no agent can be asked here`, 'configuration');
  const id = name.slice('agents.'.length);
  const question = { messages: parseFirstMessages(name, values), options: getMetadataOptions(values) };
  try {
    return toProcessAnswer(await services.askAgent({ agentId: id, ...question }));
  } catch (error) {
    const withoutMethod = /^(.+)\.[A-Z]\w*$/.exec(id)?.[1];
    const isUnknown = error instanceof AgentError && error.kind === 'configuration';
    if (!isUnknown || withoutMethod === undefined) throw error;
    return toProcessAnswer(await services.askAgent({ agentId: withoutMethod, ...question }));
  }
}

/** Answers a script's call of the process `agent.Call`, whose argument is `{assistant_id, messages, metadata?}`. */
async function answerAgentCallProcess({ name, values: [request], services }: ScriptProcessCall): Promise<Json> {
  if (services === undefined) throw new AgentError(`Process("${name}"): no agent can be asked here`, 'configuration');
  const { assistant_id: agentId, messages = null } = isJsonObject(request) ? request : {};
  if (typeof agentId !== 'string') {
    throw new AgentError(`Process("${name}") needs {assistant_id: "…", messages: […]}`, 'agent');
  }
  const question = { messages: parseFirstMessages(name, [messages]), options: getMetadataOptions([request ?? null]) };
  const { content, tool_calls: tools, next } = toProcessAnswer(await services.askAgent({ agentId, ...question }));
  return { agent_id: agentId, content, response: { assistant_id: agentId, completion: { content }, next, tools } };
}

/**
 * Returns the first value that can be read as messages: a string, a message or a list. A context object may come before
 * it.
 */
function parseFirstMessages(name: string, values: readonly Json[]): Message[] {
  for (const value of values) {
    if (typeof value === 'string') return toMessages(value);
    const parsed = messageSchema
      .array()
      .min(1)
      .safeParse(Array.isArray(value) ? value : [value]);
    if (parsed.success) return parsed.data;
  }
  throw new AgentError(
    `Process("${name}") needs messages: Process("${name}", ctx, [{role: "user", content: "…"}]) or a text`,
    'agent',
  );
}

function getMetadataOptions([context]: readonly Json[]): { metadata?: Record<string, Json> } {
  if (!isJsonObject(context) || !isJsonObject(context.metadata)) return {};
  return { metadata: context.metadata };
}

function toProcessAnswer({ content, toolCalls, next }: AgentResponse): { content: Json; tool_calls: Json; next: Json } {
  const calls = toolCalls.map(({ durationMs: _, ...call }) => call);
  return JSON.parse(JSON.stringify({ content, tool_calls: calls, next: next ?? null }));
}

function createUnknownProcessError(name: string, registered: readonly string[]): AgentError {
  const near = findNearestWord(name, registered);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new AgentError(
    `Process("${name}"): no process has this name.${hint} Register it in runner.config.ts: ` +
      `export default { processes: { "${name}": (...args) => … } }; "${getNamePrefix(name)}.*" covers all names that begin so. ` +
      `Registered: ${registered.length === 0 ? 'none' : registered.join(', ')}`,
    'configuration',
  );
}

function getNamePrefix(name: string): string {
  return name.split('.', 1)[0] ?? name;
}
