import { parseJsonOrKeepText } from '../../values/index.ts';
import { isObject } from './case-facts.ts';
import { callToolUnlessMocked, isMocking, MockedToolError } from './mocked-tools.ts';

type ToolFields = Record<string, unknown>;
type InvokeTool = (context: unknown, input: unknown, details: unknown) => unknown;

const interceptedToolLists = new WeakSet<object>();

/**
 * Wraps the tools of all agents of this class, so that each tool call asks the mocks first. The whole class is changed,
 * because an agent may hand over to other agents. The tools are copied for each call, because the SDK recognizes its
 * own tools by their functions.
 */
export function interceptToolsOfAgentClass(agent: object): void {
  const owner = findPropertyOwner(agent, 'getAllTools');
  const list: unknown = owner === undefined ? undefined : Reflect.get(owner, 'getAllTools');
  if (owner === undefined || typeof list !== 'function' || interceptedToolLists.has(list)) return;
  const listMockedTools = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const tools: unknown = await list.apply(this, args);
    return Array.isArray(tools) ? tools.map(wrapToolWithMocks) : tools;
  };
  interceptedToolLists.add(listMockedTools);
  Reflect.set(owner, 'getAllTools', listMockedTools);
}

function findPropertyOwner(value: object, name: string): object | undefined {
  if (Object.hasOwn(value, name)) return value;
  const above: unknown = Object.getPrototypeOf(value);
  return isObject(above) ? findPropertyOwner(above, name) : undefined;
}

function wrapToolWithMocks(tool: unknown): unknown {
  if (!isMockable(tool) || !isMocking()) return tool;
  const { invoke, name } = tool;
  const invokeWithMocks: InvokeTool = async (context, input, details) => {
    const call = { id: findCallId(details), name, arguments: parseToolInput(input) };
    try {
      return await callToolUnlessMocked(call, () => invoke.call(tool, context, input, details));
    } catch (error) {
      // Returns the same text that the SDK itself sends to its model when a tool fails.
      if (error instanceof MockedToolError) return `An error occurred while running the tool. Error: ${error.message}`;
      throw error;
    }
  };
  const parts = { ...Object.getOwnPropertyDescriptors(tool), invoke: { value: invokeWithMocks, enumerable: true } };
  return Object.create(Object.getPrototypeOf(tool), parts);
}

function isMockable(tool: unknown): tool is ToolFields & { name: string; invoke: InvokeTool } {
  return isObject(tool) && typeof tool.name === 'string' && typeof tool.invoke === 'function';
}

function parseToolInput(input: unknown): unknown {
  return typeof input === 'string' ? parseJsonOrKeepText(input) : (input ?? {});
}

function findCallId(details: unknown): string | undefined {
  const call = isObject(details) ? details.toolCall : undefined;
  return isObject(call) && typeof call.callId === 'string' ? call.callId : undefined;
}
