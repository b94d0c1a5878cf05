import { AsyncLocalStorage } from 'node:async_hooks';
import { isJsonObject } from '../../values/index.ts';
import type { AskMocks } from '../module-tools.ts';

/** A running call of an agent with mocked tools. `names` maps each tool to the name that the agent uses for it. */
type MockedRun = { askMocks: AskMocks; names: Map<object, string> };
type ExecuteTool = (this: unknown, ...args: unknown[]) => unknown;
type Tool = { execute: ExecuteTool };

/** Concurrent attempts share an agent and its tools, so each call finds its own mocks through its async context. */
const mockedRunStorage = new AsyncLocalStorage<MockedRun>();
const wrappedTools = new WeakSet<object>();

/**
 * Runs an agent so that tools passed to `mockTools` call the mocks first. Without `askMocks`, the tools are called
 * unchanged.
 */
export function runWithMocks<Answer>(askMocks: AskMocks | undefined, run: () => Answer): Answer {
  return askMocks === undefined ? run() : mockedRunStorage.run({ askMocks, names: new Map() }, run);
}

/** Wraps an agent's tools, so that the mocks of the current call can answer before the tools run. */
export function mockTools(tools: unknown): void {
  const run = mockedRunStorage.getStore();
  if (run === undefined || typeof tools !== 'object' || tools === null) return;
  for (const [name, tool] of Object.entries(tools)) {
    if (!isTool(tool)) continue;
    run.names.set(tool, name);
    if (!wrappedTools.has(tool)) wrapTool(tool, name);
  }
}

function wrapTool(tool: Tool, name: string): void {
  const { execute } = tool;
  const executeMocksFirst: ExecuteTool = function (...args) {
    const run = mockedRunStorage.getStore();
    if (run === undefined) return execute.apply(this, args);
    return executeWithMocks(run, { tool, args }, () => execute.apply(this, args));
  };
  if (!Reflect.set(tool, 'execute', executeMocksFirst)) {
    throw new Error(`the tool ${JSON.stringify(name)} cannot be mocked, because its object is frozen`);
  }
  wrappedTools.add(tool);
}

type ToolInvocation = { tool: Tool; args: unknown[] };

async function executeWithMocks(
  { askMocks, names }: MockedRun,
  { tool, args }: ToolInvocation,
  real: () => unknown,
): Promise<unknown> {
  const [input, options] = args;
  const name = names.get(tool) ?? '';
  return answerFromMocks(askMocks, { id: findCallId(options), name, arguments: input ?? {} }, real);
}

/** The error that is thrown when a mock makes its tool fail. */
export class MockedToolError extends Error {
  override readonly name = 'Error';
}

export function isMocking(): boolean {
  return mockedRunStorage.getStore() !== undefined;
}

/** Returns the mock's answer in the current call, or calls the real tool when no mock applies. */
export function callToolUnlessMocked(call: Parameters<AskMocks>[0], real: () => unknown): unknown {
  const run = mockedRunStorage.getStore();
  return run === undefined ? real() : answerFromMocks(run.askMocks, call, real);
}

async function answerFromMocks(
  askMocks: AskMocks,
  call: Parameters<AskMocks>[0],
  real: () => unknown,
): Promise<unknown> {
  const answer = await askMocks(call);
  switch (answer.type) {
    case 'result':
      return answer.result;
    case 'error':
      throw new MockedToolError(answer.error);
    case 'pass':
      return getLastYieldedValue(real());
    default:
      return answer satisfies never;
  }
}

/** The AI SDK passes the call id directly, Mastra inside `agent`. */
function findCallId(options: unknown): string | undefined {
  if (!isJsonObject(options)) return undefined;
  const { toolCallId, agent } = options;
  if (typeof toolCallId === 'string') return toolCallId;
  return isJsonObject(agent) && typeof agent.toolCallId === 'string' ? agent.toolCallId : undefined;
}

/** Returns the last of several results that a tool yields, because only the last one counts. */
async function getLastYieldedValue(output: unknown): Promise<unknown> {
  if (!isAsyncIterable(output)) return output;
  let last: unknown;
  for await (const each of output) last = each;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && 'execute' in value && typeof value.execute === 'function';
}
