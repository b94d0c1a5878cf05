/** The bridge by which the `ctx` of a hook reaches the host. */
export type ContextBridge = {
  /** Asks and blocks; errors are thrown at the line of the script that calls `caller`. */
  ask(method: string, values: readonly unknown[], caller: unknown): unknown;
  /** Tells something that has no answer. */
  note(text: string): void;
  /** An error of the script's own kind. */
  fail(message: string, caller: unknown): Error;
};

type Method = (...values: unknown[]) => unknown;
type Methods = Record<string, Method>;

const messaging = ['Send', 'SendStream', 'Append', 'Replace', 'Merge', 'Set', 'End', 'EndBlock'];
const ids = ['MessageID', 'BlockID', 'ThreadID'];
const memorySpaces = ['user', 'team', 'chat', 'context'];
const memory = ['Get', 'Set', 'Del', 'Has', 'Keys', 'Len', 'Clear', 'Incr', 'Decr', 'GetDel'];
const mcp = [
  ...['ListTools', 'CallTool', 'CallTools', 'CallToolsParallel', 'All', 'Any', 'Race'],
  ...['ListResources', 'ReadResource', 'ListPrompts', 'GetPrompt', 'ListSamples', 'GetSample'],
];
const conversations = { agent: ['Call', 'All', 'Any', 'Race'], llm: ['Stream', 'All', 'Any', 'Race'] };
const refused = {
  search: ['Web', 'KB', 'DB', 'All', 'Any', 'Race'],
  llm: ['GenerateImage'],
};

/** The first argument of hooks, the last one of tools: plain fields, and functions that answer at once. */
export function createContext(fields: Record<string, unknown>, bridge: ContextBridge): object {
  const absent = Array.isArray(fields.absent) ? fields.absent : [];
  const spaces = memorySpaces.filter((space) => !absent.includes(space));
  const { absent: _absent, trace_id: traceId, ...plain } = fields;
  return {
    ...plain,
    ...asking(bridge, '', [...messaging, ...ids]),
    memory: Object.fromEntries(spaces.map((space) => [space, asking(bridge, `memory.${space}.`, memory)])),
    mcp: asking(bridge, 'mcp.', mcp),
    agent: withChunks(bridge, 'agent.', conversations.agent),
    llm: { ...withChunks(bridge, 'llm.', conversations.llm), ...refusing(bridge, 'llm.', refused.llm) },
    search: refusing(bridge, 'search.', refused.search),
    trace: { id: traceId, ...traceMethods(bridge) },
    Release: () => undefined,
    __release: () => undefined,
  };
}

function asking(bridge: ContextBridge, prefix: string, names: readonly string[]): Methods {
  return methodsOf(names, (name) => {
    const method: Method = (...values) => bridge.ask(prefix + name, values, method);
    return method;
  });
}

function refusing(bridge: ContextBridge, prefix: string, names: readonly string[]): Methods {
  return methodsOf(names, (name) => {
    const method: Method = () => {
      throw bridge.fail(`ctx.${prefix}${name} needs the Yao engine and cannot be called here`, method);
    };
    return method;
  });
}

/** Answers come whole: what listens for pieces gets one. */
function withChunks(bridge: ContextBridge, prefix: string, names: readonly string[]): Methods {
  return methodsOf(names, (name) => {
    const method: Method = (...values) => {
      const answer = bridge.ask(prefix + name, values, method);
      const listener = values.map(listenerIn).find((found) => found !== undefined);
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

function listenerIn(value: unknown): Method | undefined {
  if (!isRecord(value) || typeof value.onChunk !== 'function') return undefined;
  const { onChunk } = value;
  return (...values) => Reflect.apply(onChunk, undefined, values);
}

const traceNotes = ['Info', 'Debug', 'Warn', 'Error', 'SetOutput', 'SetMetadata', 'Complete', 'Fail'];

/** Trace nodes are told to the log with their path: `trace 2.1`. */
function traceMethods(bridge: ContextBridge, path = ''): Record<string, unknown> {
  let children = 0;
  let complete = false;
  const node: Record<string, unknown> = {};
  const add = (input: unknown, option: unknown): object => {
    children += 1;
    const id = path === '' ? String(children) : `${path}.${children}`;
    bridge.note(`${labelOf(option)} (${id}) ${text(input)}`);
    return { id, ...traceMethods(bridge, id) };
  };
  for (const name of traceNotes) {
    node[name] = (value: unknown) => {
      if (name === 'Complete' || name === 'Fail') complete = true;
      bridge.note(`${name}${path === '' ? '' : ` (${path})`} ${text(value)}`.trimEnd());
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
    CreateSpace: () => createSpace(),
    GetSpace: () => createSpace(),
    Release: () => undefined,
  });
}

function createSpace(): object {
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

function labelOf(option: unknown): string {
  if (!isRecord(option)) return 'node';
  return String(option.label ?? option.type ?? 'node');
}

function text(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

function methodsOf(names: readonly string[], method: (name: string) => Method): Methods {
  return Object.fromEntries(names.map((name) => [name, method(name)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
