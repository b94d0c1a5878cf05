import type { Message, ScriptedRule } from '../contract/index.ts';
import { defaultEnvironment } from '../contract/index.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import type { ModelReply } from './model-server.ts';

/** Returns a server's replies by the rules of a scripted connector. */
export function createScriptedResponder(rules: readonly ScriptedRule[]): (messages: Message[]) => Promise<ModelReply> {
  const model = createScriptedModel('loopback', rules);
  const context = { runId: '', suiteKey: '', caseId: '', attempt: 1, turn: 1, environment: defaultEnvironment };
  return async (messages) => {
    const answer = await model
      .generate({ messages, context: { ...context, role: 'agent' } }, new AbortController().signal)
      .catch((error: unknown) => String(error));
    if (typeof answer === 'string') return { type: 'error', status: 500, message: answer };
    return {
      type: 'answer',
      content: answer.content,
      toolCalls: answer.toolCalls.map(({ id, tool, arguments: args }) => ({
        id,
        name: tool,
        arguments: JSON.stringify(args),
      })),
      usage: { input: answer.usage.inputTokens, output: answer.usage.outputTokens },
    };
  };
}
