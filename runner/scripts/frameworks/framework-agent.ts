import { answerOfGenerate } from './framework-answer.ts';
import { frameworkMessages } from './framework-messages.ts';

type Generate = (...args: unknown[]) => unknown;
type Framework = 'AI SDK' | 'Mastra';

/**
 * An agent object of a framework as a function of module agents, or `undefined` for anything else. Mastra agents have
 * getters for instructions and model, and take the messages first; AI SDK agents hold tools, and take one object.
 */
export function functionOfFrameworkAgent(agent: unknown): Generate | undefined {
  const framework = frameworkOf(agent);
  if (framework === undefined || !isObject(agent)) return undefined;
  return async (request, context) => {
    const messages = frameworkMessages(isObject(request) && Array.isArray(request.messages) ? request.messages : []);
    const abortSignal = isObject(context) ? context.signal : undefined;
    const result =
      framework === 'AI SDK'
        ? await call(agent, { messages, abortSignal })
        : await call(agent, messages, { abortSignal });
    return answerOfGenerate(result);
  };
}

function frameworkOf(agent: unknown): Framework | undefined {
  if (!isObject(agent) || typeof agent.generate !== 'function') return undefined;
  if (typeof agent.getInstructions === 'function' && typeof agent.getModel === 'function') return 'Mastra';
  return typeof agent.stream === 'function' && 'tools' in agent ? 'AI SDK' : undefined;
}

function call(agent: Record<string, unknown>, ...args: unknown[]): unknown {
  return typeof agent.generate === 'function' ? Reflect.apply(agent.generate, agent, args) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
