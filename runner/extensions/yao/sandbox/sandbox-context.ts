import {
  createMethods,
  memoryMethods,
  type ScriptBridge,
  type ScriptMethod,
  toPlainValues,
} from './sandbox-globals.ts';

const messageMethods = ['Send', 'SendStream', 'Append', 'Replace', 'Merge', 'Set', 'End', 'EndBlock'];
const idMethods = ['MessageID', 'BlockID', 'ThreadID'];
const memorySpaces = ['user', 'team', 'chat', 'context'];
const mcpMethods = [
  ...['ListTools', 'CallTool', 'CallTools', 'CallToolsParallel', 'All', 'Any', 'Race'],
  ...['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt', 'ListSamples', 'GetSample'],
];
const conversationMethods = { agent: ['Call', 'All', 'Any', 'Race'], llm: ['Stream', 'All', 'Any', 'Race'] };
const refusedMethods = {
  search: ['Web', 'KB', 'DB', 'All', 'Any', 'Race'],
  llm: ['GenerateImage'],
};

/**
 * Creates `ctx`, the first argument of hooks and the last argument of tools. It contains plain fields and synchronous
 * functions.
 */
export function createContext(fields: Record<string, unknown>, bridge: ScriptBridge): object {
  const absentFields = Array.isArray(fields.absent) ? fields.absent : [];
  const spaces = memorySpaces.filter((space) => !absentFields.includes(space));
  const { absent: _absent, trace_id: traceId, page, ...own } = fields;
  return {
    ...own,
    ...(page === undefined ? {} : createPageMethods(bridge, page)),
    ...createBridgedMethods(bridge, '', [...messageMethods, ...idMethods]),
    memory: Object.fromEntries(
      spaces.map((space) => [space, createBridgedMethods(bridge, `memory.${space}.`, memoryMethods)]),
    ),
    mcp: createBridgedMethods(bridge, 'mcp.', mcpMethods),
    agent: createChunkListenerMethods(bridge, 'agent.', conversationMethods.agent),
    llm: {
      ...createChunkListenerMethods(bridge, 'llm.', conversationMethods.llm),
      ...createRefusedMethods(bridge, 'llm.', refusedMethods.llm),
    },
    search: createRefusedMethods(bridge, 'search.', refusedMethods.search),
    trace: { id: traceId, ...createTraceMethods(bridge) },
    Release: () => undefined,
    __release: () => undefined,
  };
}

/**
 * Creates the methods with which the tests of a page call the page's backend script. `page` is the request that the
 * script receives.
 */
function createPageMethods(bridge: ScriptBridge, page: unknown): Record<string, unknown> {
  let authorized: unknown;
  const createPageMethod = (name: string): ScriptMethod => {
    const callPageMethod: ScriptMethod = (...values) =>
      bridge.ask(
        { type: 'context', method: `page.${name}`, values: toPlainValues([authorized ?? null, ...values]) },
        callPageMethod,
      );
    return callPageMethod;
  };
  return {
    request: page,
    call: createPageMethod('call'),
    callWithRequest: createPageMethod('callWithRequest'),
    setAuthorized: (identity: unknown) => {
      authorized = identity;
    },
    reset: () => {
      authorized = undefined;
    },
  };
}

function createBridgedMethods(
  bridge: ScriptBridge,
  prefix: string,
  names: readonly string[],
): Record<string, ScriptMethod> {
  return createMethods(names, (name) => {
    const callContextMethod: ScriptMethod = (...values) =>
      bridge.ask({ type: 'context', method: prefix + name, values: toPlainValues(values) }, callContextMethod);
    return callContextMethod;
  });
}

function createRefusedMethods(
  bridge: ScriptBridge,
  prefix: string,
  names: readonly string[],
): Record<string, ScriptMethod> {
  return createMethods(names, (name) => {
    const refuseMethodCall: ScriptMethod = () => {
      throw bridge.fail(`ctx.${prefix}${name} needs the Yao engine and cannot be called here`, refuseMethodCall);
    };
    return refuseMethodCall;
  });
}

/**
 * Creates methods that take a listener for chunks. The host returns each answer as a whole, so the listener gets a
 * single chunk.
 */
function createChunkListenerMethods(
  bridge: ScriptBridge,
  prefix: string,
  names: readonly string[],
): Record<string, ScriptMethod> {
  return createMethods(names, (name) => {
    const callWithChunkListener: ScriptMethod = (...values) => {
      const answer = bridge.ask(
        { type: 'context', method: prefix + name, values: toPlainValues(values) },
        callWithChunkListener,
      );
      const listener = values.map(findChunkListener).find((candidate) => candidate !== undefined);
      const parts = Array.isArray(answer) ? answer : [answer];
      for (const [index, part] of parts.entries()) {
        if (!isRecord(part) || typeof part.content !== 'string' || part.content === '') continue;
        const piece = { type: 'text', props: { content: part.content } };
        if (answer === part) listener?.(piece);
        else listener?.(part.agent_id ?? part.connector, index, piece);
      }
      return answer;
    };
    return callWithChunkListener;
  });
}

function findChunkListener(value: unknown): ScriptMethod | undefined {
  if (!isRecord(value) || typeof value.onChunk !== 'function') return undefined;
  const { onChunk } = value;
  return (...values) => Reflect.apply(onChunk, undefined, values);
}

const traceMethods = ['Info', 'Debug', 'Warn', 'Error', 'SetOutput', 'SetMetadata', 'Complete', 'Fail'];

/** Formats the path of a trace node for the log: `trace 2.1`. */
function createTraceMethods(bridge: ScriptBridge, path = ''): Record<string, unknown> {
  let children = 0;
  let complete = false;
  const node: Record<string, unknown> = {};
  const addTraceNode = (input: unknown, option: unknown): object => {
    children += 1;
    const id = path === '' ? String(children) : `${path}.${children}`;
    bridge.log('trace', `${formatTraceNodeLabel(option)} (${id}) ${formatTraceInput(input)}`);
    return { id, ...createTraceMethods(bridge, id) };
  };
  for (const name of traceMethods) {
    node[name] = (value: unknown) => {
      if (name === 'Complete' || name === 'Fail') complete = true;
      bridge.log('trace', `${name}${path === '' ? '' : ` (${path})`} ${formatTraceInput(value)}`.trimEnd());
      return node;
    };
  }
  return Object.assign(node, {
    Add: addTraceNode,
    Parallel: (list: unknown) =>
      Array.isArray(list)
        ? list.map((item) => (isRecord(item) ? addTraceNode(item.input, item.option) : addTraceNode(item, {})))
        : [],
    MarkComplete: () => {
      complete = true;
    },
    IsComplete: () => complete,
    CreateSpace: () => createMemorySpace(),
    GetSpace: () => createMemorySpace(),
    Release: () => undefined,
  });
}

function createMemorySpace(): object {
  const values = new Map<unknown, unknown>();
  return {
    Set: (key: unknown, value: unknown) => void values.set(key, value),
    Get: (key: unknown) => values.get(key) ?? null,
    Has: (key: unknown) => values.has(key),
    Delete: (key: unknown) => void values.delete(key),
    Keys: () => [...values.keys()],
    Clear: () => values.clear(),
  };
}

function formatTraceNodeLabel(option: unknown): string {
  if (!isRecord(option)) return 'node';
  return String(option.label ?? option.type ?? 'node');
}

function formatTraceInput(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
