import {
  createMethods,
  memoryMethods,
  type ScriptBridge,
  type ScriptMethod,
  toPlainValues,
} from './sandbox-globals.ts';

const messaging = ['Send', 'SendStream', 'Append', 'Replace', 'Merge', 'Set', 'End', 'EndBlock'];
const ids = ['MessageID', 'BlockID', 'ThreadID'];
const memorySpaces = ['user', 'team', 'chat', 'context'];
const mcp = [
  ...['ListTools', 'CallTool', 'CallTools', 'CallToolsParallel', 'All', 'Any', 'Race'],
  ...['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt', 'ListSamples', 'GetSample'],
];
const conversations = { agent: ['Call', 'All', 'Any', 'Race'], llm: ['Stream', 'All', 'Any', 'Race'] };
const refused = {
  search: ['Web', 'KB', 'DB', 'All', 'Any', 'Race'],
  llm: ['GenerateImage'],
};

/** Builds `ctx`, the first argument of hooks and the last one of tools: plain fields, and synchronous functions. */
export function createContext(fields: Record<string, unknown>, bridge: ScriptBridge): object {
  const absent = Array.isArray(fields.absent) ? fields.absent : [];
  const spaces = memorySpaces.filter((space) => !absent.includes(space));
  const { absent: _absent, trace_id: traceId, page, ...own } = fields;
  return {
    ...own,
    ...(page === undefined ? {} : pageMethods(bridge, page)),
    ...createBridgedMethods(bridge, '', [...messaging, ...ids]),
    memory: Object.fromEntries(
      spaces.map((space) => [space, createBridgedMethods(bridge, `memory.${space}.`, memoryMethods)]),
    ),
    mcp: createBridgedMethods(bridge, 'mcp.', mcp),
    agent: methodsWithChunkListener(bridge, 'agent.', conversations.agent),
    llm: {
      ...methodsWithChunkListener(bridge, 'llm.', conversations.llm),
      ...createRefusedMethods(bridge, 'llm.', refused.llm),
    },
    search: createRefusedMethods(bridge, 'search.', refused.search),
    trace: { id: traceId, ...traceMethods(bridge) },
    Release: () => undefined,
    __release: () => undefined,
  };
}

/** Methods with which the tests of a page call its backend script. `page` is the request that it receives. */
function pageMethods(bridge: ScriptBridge, page: unknown): Record<string, unknown> {
  let authorized: unknown;
  const callMethod = (name: string): ScriptMethod => {
    const method: ScriptMethod = (...values) =>
      bridge.ask(
        { type: 'context', method: `page.${name}`, values: toPlainValues([authorized ?? null, ...values]) },
        method,
      );
    return method;
  };
  return {
    request: page,
    call: callMethod('call'),
    callWithRequest: callMethod('callWithRequest'),
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
    const method: ScriptMethod = (...values) =>
      bridge.ask({ type: 'context', method: prefix + name, values: toPlainValues(values) }, method);
    return method;
  });
}

function createRefusedMethods(
  bridge: ScriptBridge,
  prefix: string,
  names: readonly string[],
): Record<string, ScriptMethod> {
  return createMethods(names, (name) => {
    const method: ScriptMethod = () => {
      throw bridge.fail(`ctx.${prefix}${name} needs the Yao engine and cannot be called here`, method);
    };
    return method;
  });
}

/** Answers arrive whole, so a listener for chunks gets a single chunk. */
function methodsWithChunkListener(
  bridge: ScriptBridge,
  prefix: string,
  names: readonly string[],
): Record<string, ScriptMethod> {
  return createMethods(names, (name) => {
    const method: ScriptMethod = (...values) => {
      const answer = bridge.ask({ type: 'context', method: prefix + name, values: toPlainValues(values) }, method);
      const listener = values.map(readChunkListener).find((candidate) => candidate !== undefined);
      const parts = Array.isArray(answer) ? answer : [answer];
      for (const [index, part] of parts.entries()) {
        if (!isRecord(part) || typeof part.content !== 'string' || part.content === '') continue;
        const piece = { type: 'text', props: { content: part.content } };
        if (answer === part) listener?.(piece);
        else listener?.(part.agent_id ?? part.connector, index, piece);
      }
      return answer;
    };
    return method;
  });
}

function readChunkListener(value: unknown): ScriptMethod | undefined {
  if (!isRecord(value) || typeof value.onChunk !== 'function') return undefined;
  const { onChunk } = value;
  return (...values) => Reflect.apply(onChunk, undefined, values);
}

const traceNotes = ['Info', 'Debug', 'Warn', 'Error', 'SetOutput', 'SetMetadata', 'Complete', 'Fail'];

/** Logs trace nodes with their path: `trace 2.1`. */
function traceMethods(bridge: ScriptBridge, path = ''): Record<string, unknown> {
  let children = 0;
  let complete = false;
  const node: Record<string, unknown> = {};
  const add = (input: unknown, option: unknown): object => {
    children += 1;
    const id = path === '' ? String(children) : `${path}.${children}`;
    bridge.log('trace', `${traceNodeLabel(option)} (${id}) ${labelText(input)}`);
    return { id, ...traceMethods(bridge, id) };
  };
  for (const name of traceNotes) {
    node[name] = (value: unknown) => {
      if (name === 'Complete' || name === 'Fail') complete = true;
      bridge.log('trace', `${name}${path === '' ? '' : ` (${path})`} ${labelText(value)}`.trimEnd());
      return node;
    };
  }
  return Object.assign(node, {
    Add: add,
    Parallel: (list: unknown) =>
      Array.isArray(list) ? list.map((item) => (isRecord(item) ? add(item.input, item.option) : add(item, {}))) : [],
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

function traceNodeLabel(option: unknown): string {
  if (!isRecord(option)) return 'node';
  return String(option.label ?? option.type ?? 'node');
}

function labelText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
