import { parsePlainAnswer } from '../../agents/plain-answer.ts';
import { plainRequest } from '../../agents/plain-request.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { type Agent, AgentError, type AgentProvider, answerLimit } from '../../ports/index.ts';
import { functionOfFrameworkAgent, plainResult } from '../../scripts/frameworks/frameworks.ts';
import type { ObjectReader } from '../../scripts/user-objects.ts';
import { streamedAnswer } from '../../scripts/worker/streamed-answer.ts';
import { unusableAnswer } from '../../scripts/worker/unusable-answer.ts';

/** Imports packages from the program's `node_modules`, next to this package. */
const reader: ObjectReader = { shapes: systems.shapes, importPackage: (name) => import(name) };

/** Answers a request like a module agent; the value must be a valid answer. */
export type AnswerFunction = (request: object, context: { signal: AbortSignal }) => unknown;

/** Returns an agent given by a program as one function; `undefined` for anything else. */
export function toAnswerFunction(value: unknown): AnswerFunction | undefined {
  const framework = functionOfFrameworkAgent(value, reader);
  if (framework !== undefined) return framework;
  if (isAnswerFunction(value)) return value;
  if (!isGenerator(value)) return undefined;
  return async (request) => answerText(await value.generate('input' in request ? request.input : ''));
}

/** Provides an agent that is an object of this process. */
export function liveAgents(id: string, answer: AnswerFunction): AgentProvider {
  const agent: Agent = {
    id,
    async invoke(request, signal) {
      const result = plainResult(await answer(plainRequest(request), { signal }), reader);
      const listener = { said: ignoreClose, isOver: () => signal.aborted, maxAnswer: answerLimit() };
      const finalAnswer = await streamedAnswer(result, listener);
      const unusable = unusableAnswer(finalAnswer);
      if (unusable !== undefined) throw new AgentError(`agent "${id}" ${unusable}`, 'agent');
      return parsePlainAnswer({ id }, JSON.stringify(finalAnswer));
    },
  };
  return {
    agent: (reference) =>
      reference.id === id
        ? Promise.resolve(agent)
        : Promise.reject(new AgentError(`agent "${reference.id}" not found`, 'configuration')),
  };
}

/** Answers of `generate` have their text in `text`; other fields are ignored. */
function answerText(answer: unknown): unknown {
  const hasText = typeof answer === 'object' && answer !== null && 'text' in answer;
  return hasText && typeof answer.text === 'string' ? answer.text : answer;
}

function isAnswerFunction(value: unknown): value is AnswerFunction {
  return typeof value === 'function';
}

function isGenerator(value: unknown): value is { generate(input: unknown): unknown } {
  return typeof value === 'object' && value !== null && 'generate' in value && typeof value.generate === 'function';
}

function ignoreClose(): void {
  // Partial answers are not shown.
}
