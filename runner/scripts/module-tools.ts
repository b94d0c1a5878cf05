import type { MockAnswer } from '../ports/index.ts';
import type { AgentHostRequest, ModuleTools } from './module-context.ts';

type ToolCall = Extract<AgentHostRequest, { type: 'tool' }>['call'];
/** Returns the answer of the case's mocks to a tool call. */
export type AskMocks = (call: ToolCall) => Promise<MockAnswer>;
/**
 * The key under which the mocks of the case (`askMocks`) are stored. Framework agents call their tools themselves; the
 * wrappers of these tools find the mocks under this key, even from another bundle.
 */
const ASK_MOCKS_SYMBOL = Symbol.for('turntree.desk');
type RealTool = (args: unknown) => unknown;

/** `context.tools` of an agent function. Without `askMocks`, no tool is mocked. */
export function createModuleTools(askMocks: AskMocks | undefined): ModuleTools {
  const callToolByName = (name: unknown, args: unknown, real: unknown) =>
    callMockedOrRealTool(askMocks, { name: String(name), args, real });
  const tools: ModuleTools = { call: callToolByName };
  return new Proxy(tools, {
    get(_, key) {
      if (key === ASK_MOCKS_SYMBOL) return askMocks;
      // `await` reads the property `then` of any object, so `then` must not look like a tool.
      if (typeof key === 'symbol' || key === 'then') return undefined;
      return key === 'call' ? callToolByName : (args: unknown, real: unknown) => callToolByName(key, args, real);
    },
  });
}

/** Returns the function that asks the mocks behind a context's tools, or undefined when the case has no mocks. */
export function findAskMocks(context: unknown): AskMocks | undefined {
  const tools = isObject(context) ? context.tools : undefined;
  const desk: unknown = isObject(tools) ? Reflect.get(tools, ASK_MOCKS_SYMBOL) : undefined;
  return isAskMocks(desk) ? desk : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isAskMocks(value: unknown): value is AskMocks {
  return typeof value === 'function';
}

async function callMockedOrRealTool(
  askMocks: AskMocks | undefined,
  { name, args = {}, real }: { name: string; args: unknown; real: unknown },
): Promise<unknown> {
  const answer: MockAnswer = askMocks === undefined ? { type: 'pass' } : await askMocks({ name, arguments: args });
  switch (answer.type) {
    case 'result':
      return answer.result;
    case 'error':
      throw new Error(answer.error);
    case 'pass':
      if (isRealTool(real)) return real(args);
      throw new Error(`no mock answers "${name}", and context.tools was given no function to call instead`);
    default:
      return answer satisfies never;
  }
}

function isRealTool(value: unknown): value is RealTool {
  return typeof value === 'function';
}
