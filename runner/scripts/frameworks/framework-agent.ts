import { firstFound } from '../../values/index.ts';
import { deskIn } from '../module-tools.ts';
import type { AgentFunction, ObjectShapes } from '../user-objects.ts';
import { answerOfGenerate } from './framework-answer.ts';
import { type FrameworkMessage, frameworkMessages } from './framework-messages.ts';
import { functionOfGraph } from './langgraph-agent.ts';
import { mockTools, withMocks } from './mocked-tools.ts';

/** An object with `generate()`, as frameworks make agents. */
export type Generator = { generate(...args: unknown[]): unknown };

/** An agent object of a framework as a function of module agents, or `undefined` for anything else. */
export function functionOfFrameworkAgent(value: unknown, shapes: readonly ObjectShapes[]): AgentFunction | undefined {
  const found = firstFound(shapes, (shape) => shape.agent?.(value));
  if (found !== undefined) return found;
  const graph = functionOfGraph(value);
  if (graph !== undefined) return graph;
  return isSdkAgent(value)
    ? askByGenerate((messages, abortSignal) => {
        mockTools(value.tools);
        return value.generate({ messages, abortSignal });
      })
    : undefined;
}

/** A function of module agents that hands over the conversation and the signal, and reads what `generate` gave. */
export function askByGenerate(
  generate: (messages: FrameworkMessage[], abortSignal: unknown) => unknown,
): AgentFunction {
  return async (request, context) => {
    const messages = frameworkMessages(isObject(request) && Array.isArray(request.messages) ? request.messages : []);
    const signal = isObject(context) ? context.signal : undefined;
    return answerOfGenerate(await withMocks(deskIn(context), () => generate(messages, signal)));
  };
}

export function isGenerator(value: unknown): value is Generator & Record<string, unknown> {
  return isObject(value) && typeof value.generate === 'function';
}

/** Agents of the AI SDK hold tools, and take one object. */
function isSdkAgent(value: unknown): value is Generator & { tools: unknown } {
  return isGenerator(value) && typeof value.stream === 'function' && 'tools' in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
