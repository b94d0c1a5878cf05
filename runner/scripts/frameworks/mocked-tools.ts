import { AsyncLocalStorage } from 'node:async_hooks';
import { isJsonObject } from '../../values/index.ts';
import type { ToolDesk } from '../module-tools.ts';

/** A call of an agent whose tools are mocked, and the names that it gives to its tools. */
type MockedRun = { desk: ToolDesk; names: Map<object, string> };
type Execute = (this: unknown, ...args: unknown[]) => unknown;
type Tool = { execute: Execute };

/** Attempts share an agent and its tools: each call finds its own mocks. */
const runs = new AsyncLocalStorage<MockedRun>();
const wrapped = new WeakSet<object>();

/** Runs an agent so that its tools that `mockTools` was told of ask the mocks first. Without a desk they are as they were. */
export function withMocks<Answer>(desk: ToolDesk | undefined, run: () => Answer): Answer {
  return desk === undefined ? run() : runs.run({ desk, names: new Map() }, run);
}

/** Has the tools of an agent, by name, ask the mocks of the call that runs before they do anything themselves. */
export function mockTools(tools: unknown): void {
  const run = runs.getStore();
  if (run === undefined || typeof tools !== 'object' || tools === null) return;
  for (const [name, tool] of Object.entries(tools)) {
    if (!isTool(tool)) continue;
    run.names.set(tool, name);
    if (!wrapped.has(tool)) wrap(tool, name);
  }
}

function wrap(tool: Tool, name: string): void {
  const { execute } = tool;
  const asksFirst: Execute = function (...args) {
    const run = runs.getStore();
    if (run === undefined) return execute.apply(this, args);
    return askFirst(run, { tool, args }, () => execute.apply(this, args));
  };
  if (!Reflect.set(tool, 'execute', asksFirst)) {
    throw new Error(`the tool ${JSON.stringify(name)} cannot be mocked, because its object is frozen`);
  }
  wrapped.add(tool);
}

type ToolInvocation = { tool: Tool; args: unknown[] };

async function askFirst(
  { desk, names }: MockedRun,
  { tool, args }: ToolInvocation,
  real: () => unknown,
): Promise<unknown> {
  const [input, options] = args;
  const name = names.get(tool) ?? '';
  return answerAt(desk, { id: callIdIn(options), name, arguments: input ?? {} }, real);
}

/** What a mock says that its tool failed with. */
export class MockedFailure extends Error {
  override readonly name = 'Error';
}

export function isMocking(): boolean {
  return runs.getStore() !== undefined;
}

/** Has the mocks of the call that runs answer, or the tool itself where none has to. */
export function answerOrMock(call: Parameters<ToolDesk>[0], real: () => unknown): unknown {
  const run = runs.getStore();
  return run === undefined ? real() : answerAt(run.desk, call, real);
}

async function answerAt(desk: ToolDesk, call: Parameters<ToolDesk>[0], real: () => unknown): Promise<unknown> {
  const answer = await desk(call);
  switch (answer.type) {
    case 'result':
      return answer.result;
    case 'error':
      throw new MockedFailure(answer.error);
    case 'pass':
      return lastValue(real());
    default:
      return answer satisfies never;
  }
}

/** The AI SDK tells the id itself, Mastra among what it says of the agent. */
function callIdIn(options: unknown): string | undefined {
  if (!isJsonObject(options)) return undefined;
  const { toolCallId, agent } = options;
  if (typeof toolCallId === 'string') return toolCallId;
  return isJsonObject(agent) && typeof agent.toolCallId === 'string' ? agent.toolCallId : undefined;
}

/** A tool may give one result after the other; the last one counts. */
async function lastValue(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const each of output) last = each;
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function';
}
