import type { AgentsHandle } from '../../agents/create-agents.ts';
import { parsePlainAnswer } from '../../agents/plain-answer.ts';
import { createPlainRequest, type PlainRequest } from '../../agents/plain-request.ts';
import { systems } from '../../extensions/registered/systems.ts';
import {
  type Agent,
  AgentError,
  type AgentProvider,
  type AgentRequest,
  createTextReporter,
  getAnswerLimit,
} from '../../ports/index.ts';
import { toAgentFunction, unwrapFrameworkAnswer } from '../../scripts/frameworks/frameworks.ts';
import type { LiveContext } from '../../scripts/module-context.ts';
import { type AskMocks, createModuleTools } from '../../scripts/module-tools.ts';
import type { ObjectReader } from '../../scripts/user-objects.ts';
import { collectStreamedAnswer } from '../../scripts/worker/streamed-answer.ts';
import { describeUnusableAnswer } from '../../scripts/worker/unusable-answer.ts';
import { castToJson, isJsonObject } from '../../values/index.ts';

/** Imports the packages of agent frameworks from the `node_modules` folder in which this package is installed. */
const frameworkObjectReader: ObjectReader = { shapes: systems.shapes, importPackage: (name) => import(name) };

/** Answers a request like a module agent. The value that the function returns must be a valid answer. */
export type AnswerFunction = (request: PlainRequest, context: LiveContext) => unknown;

/** An agent that is a value of the running program. */
export type InProcessAgent = { id: string; answer: AnswerFunction; repeatable?: boolean };

/** Converts an agent that a program passed to one function; `undefined` for a value that is not an agent. */
export function toAnswerFunction(value: unknown): AnswerFunction | undefined {
  const framework = toAgentFunction(value, frameworkObjectReader);
  if (framework !== undefined) return framework;
  if (isAnswerFunction(value)) return value;
  if (!hasGenerateMethod(value)) return undefined;
  return async (request) => extractAnswerText(await value.generate(request.input));
}

/** Returns the name of a function, or the id or name of an object; undefined if it has none. */
export function findNameOfValue(value: unknown): string | undefined {
  if (typeof value === 'function') return value.name === '' ? undefined : value.name;
  if (typeof value !== 'object' || value === null) return undefined;
  const names = ['id' in value ? value.id : undefined, 'name' in value ? value.name : undefined];
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

/** An agent provider that has one agent: a function in this process. */
export function createLiveAgentProvider(inProcessAgent: InProcessAgent): AgentProvider {
  const agent = createLiveAgent(inProcessAgent);
  return {
    agent: (reference) =>
      reference.id === inProcessAgent.id
        ? Promise.resolve(agent)
        : Promise.reject(new AgentError(`agent "${reference.id}" not found`, 'configuration')),
  };
}

/**
 * Adds an agent in this process to those of a workspace. It takes precedence over a workspace agent with the same id.
 */
export function addLiveAgent(agents: AgentsHandle, inProcessAgent: InProcessAgent | undefined): AgentsHandle {
  if (inProcessAgent === undefined) return agents;
  const { id, repeatable = false } = inProcessAgent;
  const agent = createLiveAgent(inProcessAgent);
  const summary = { id, type: 'function', noConnector: true };
  return {
    ...agents,
    agent: (reference, signal) => (reference.id === id ? Promise.resolve(agent) : agents.agent(reference, signal)),
    describe: (named) => (named === id ? summary : agents.describe(named)),
    parts: (named, connector) => (named === id ? {} : agents.parts(named, connector)),
    list: () => [summary, ...agents.list().filter((other) => other.id !== id)],
    notRepeatable(named, conditions) {
      if (named !== id) return agents.notRepeatable(named, conditions);
      return repeatable ? undefined : `agent "${id}" is passed by the program without "repeatable": true`;
    },
    inspect: async (reference) => (reference.id === id ? [] : agents.inspect(reference)),
    inspectModule: async (named, signal) => (named === id ? [] : agents.inspectModule(named, signal)),
  };
}

function createLiveAgent({ id, answer }: InProcessAgent): Agent {
  return {
    id,
    async invoke(request, signal) {
      const maxAnswer = getAnswerLimit();
      const text = createTextReportBuffer(request);
      const context = createLiveContext(request, { write: text.add, signal });
      const result = unwrapFrameworkAnswer(await answer(createPlainRequest(request), context), frameworkObjectReader);
      const finalAnswer = await collectStreamedAnswer(result, {
        said: text.add,
        isOver: () => signal.aborted,
        maxAnswer,
      });
      const unusable = describeUnusableAnswer(finalAnswer);
      if (unusable !== undefined) throw new AgentError(`agent "${id}" ${unusable}`, 'agent');
      return parsePlainAnswer({ id }, JSON.stringify(finalAnswer));
    },
  };
}

function createLiveContext(
  { context, mocks }: AgentRequest,
  { write, signal }: { write: (text: string) => void; signal: AbortSignal },
): LiveContext {
  const askMocks: AskMocks | undefined =
    mocks &&
    ((call) => {
      const args = castToJson(call.arguments ?? {});
      if (!isJsonObject(args)) throw new AgentError('context.tools takes an object of arguments', 'agent');
      return mocks.answer({ ...call, arguments: args }, signal);
    });
  return {
    tools: createModuleTools(askMocks),
    write,
    log: (line) => context.report?.({ type: 'log', source: 'agent', text: String(line) }),
    signal,
  };
}

/** Reports the text of a streamed answer as it arrives. */
function createTextReportBuffer({ context }: AgentRequest): { add(piece: string): void } {
  const report = createTextReporter(context);
  let text = '';
  return {
    add(piece) {
      text += piece;
      report?.(text);
    },
  };
}

/** Results of `generate` contain their text in the field `text`; other fields are ignored. */
function extractAnswerText(answer: unknown): unknown {
  const hasText = typeof answer === 'object' && answer !== null && 'text' in answer;
  return hasText && typeof answer.text === 'string' ? answer.text : answer;
}

function isAnswerFunction(value: unknown): value is AnswerFunction {
  return typeof value === 'function';
}

function hasGenerateMethod(value: unknown): value is { generate(input: unknown): unknown } {
  return typeof value === 'object' && value !== null && 'generate' in value && typeof value.generate === 'function';
}
