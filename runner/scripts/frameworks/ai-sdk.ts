import { deskIn } from '../module-tools.ts';
import type { AgentFunction, ObjectShapes } from '../user-objects.ts';
import { type CaseQuestion, caseQuestion, isFields } from './case-facts.ts';
import { type FrameworkMessage, frameworkMessages } from './framework-messages.ts';
import { answerOfGenerate } from './generate-answer.ts';
import { mockTools, withMocks } from './mocked-tools.ts';
import { answerOfStream, isTextStream } from './stream-answer.ts';

type Fields = Record<string, unknown>;
/** An object with `generate()`, as frameworks make agents. */
export type Generator = { generate(...args: unknown[]): unknown };

/** Agents of the AI SDK hold tools, and take one object. Results of its calls tell of their steps. */
export const aiSdk: ObjectShapes = {
  agent(value) {
    if (!isSdkAgent(value)) return undefined;
    return askByGenerate((messages, question) => {
      mockTools(value.tools);
      return value.generate({ messages, abortSignal: question.signal, ...callOptions(value, question) });
    });
  },
  result(value) {
    if (isTextStream(value)) return answerOfStream(value);
    return isGenerated(value) ? answerOfGenerate(value) : undefined;
  },
};

/** A function of module agents that hands over the conversation and what is known of the case, and reads what came back. */
export function askByGenerate(
  generate: (messages: FrameworkMessage[], question: CaseQuestion) => unknown,
): AgentFunction {
  return async (request, context) => {
    const question = caseQuestion(request, context);
    const messages = frameworkMessages(question.messages);
    return answerOfGenerate(await withMocks(deskIn(context), () => generate(messages, question)));
  };
}

export function isGenerator(value: unknown): value is Generator & Fields {
  return isFields(value) && typeof value.generate === 'function';
}

function isSdkAgent(value: unknown): value is Generator & Fields {
  return isGenerator(value) && typeof value.stream === 'function' && 'tools' in value;
}

function isGenerated(value: unknown): boolean {
  return isFields(value) && Array.isArray(value.steps) && typeof value.text === 'string' && 'finishReason' in value;
}

/**
 * The metadata is what the agent takes as its call options. Its steps and tools find everything in the context of the
 * call, which is called differently since version 7, beside what the agent itself has there.
 */
function callOptions({ settings }: Fields, { metadata, facts }: CaseQuestion): Fields {
  const own = isFields(settings) ? settings : {};
  const takesOptions = own.callOptionsSchema !== undefined || own.prepareCall !== undefined;
  const contexts = ['runtimeContext', 'experimental_context'].map((name) => [
    name,
    { ...(isFields(own[name]) ? own[name] : {}), ...facts },
  ]);
  return { ...(takesOptions ? { options: metadata } : {}), ...Object.fromEntries(contexts) };
}
