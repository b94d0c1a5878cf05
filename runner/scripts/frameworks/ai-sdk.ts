import { findAskMocks } from '../module-tools.ts';
import type { AgentFunction, ObjectRecognizer } from '../user-objects.ts';
import { type FrameworkRequest, isObject, parseFrameworkRequest } from './case-facts.ts';
import { type FrameworkMessage, toFrameworkMessages } from './framework-messages.ts';
import { toAnswerOfGenerate } from './generate-answer.ts';
import { mockTools, runWithMocks } from './mocked-tools.ts';
import { isTextStream, streamAnswer } from './stream-answer.ts';

type SdkFields = Record<string, unknown>;
/** An object with `generate()`, like the agents of several frameworks. */
export type GenerateObject = { generate(...args: unknown[]): unknown };

/**
 * Recognizes agents of the AI SDK: they have tools, and `generate()` takes one object. Results contain the steps of the
 * call.
 */
export const aiSdk: ObjectRecognizer = {
  agent(value) {
    if (!isSdkAgent(value)) return undefined;
    return createAgentFromGenerate((messages, question) => {
      mockTools(value.tools);
      return value.generate({ messages, abortSignal: question.signal, ...buildCallOptions(value, question) });
    });
  },
  result(value) {
    if (isTextStream(value)) return streamAnswer(value);
    return isGenerateResult(value) ? toAnswerOfGenerate(value) : undefined;
  },
};

/** Creates an agent function that passes the conversation and the case's facts to `generate`, and parses its result. */
export function createAgentFromGenerate(
  generate: (messages: FrameworkMessage[], question: FrameworkRequest) => unknown,
): AgentFunction {
  return async (request, context) => {
    const question = parseFrameworkRequest(request, context);
    const messages = toFrameworkMessages(question.messages);
    return toAnswerOfGenerate(await runWithMocks(findAskMocks(context), () => generate(messages, question)));
  };
}

export function isGenerateObject(value: unknown): value is GenerateObject & SdkFields {
  return isObject(value) && typeof value.generate === 'function';
}

function isSdkAgent(value: unknown): value is GenerateObject & SdkFields {
  return isGenerateObject(value) && typeof value.stream === 'function' && 'tools' in value;
}

function isGenerateResult(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.steps) && typeof value.text === 'string' && 'finishReason' in value;
}

/**
 * Creates the options of a call. The case's metadata becomes the agent's call options. The agent's steps and tools
 * receive all facts in the call's context, in addition to the agent's own context. Both names of that context are set,
 * because version 7 of the AI SDK renamed it.
 */
function buildCallOptions({ settings }: SdkFields, { metadata, facts }: FrameworkRequest): SdkFields {
  const own = isObject(settings) ? settings : {};
  const takesOptions = own.callOptionsSchema !== undefined || own.prepareCall !== undefined;
  const contexts = ['runtimeContext', 'experimental_context'].map((name) => [
    name,
    { ...(isObject(own[name]) ? own[name] : {}), ...facts },
  ]);
  return { ...(takesOptions ? { options: metadata } : {}), ...Object.fromEntries(contexts) };
}
