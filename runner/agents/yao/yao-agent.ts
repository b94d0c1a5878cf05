import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../contract/index.ts';
import type { Agent, AgentContext, AgentRequest } from '../../engine/ports.ts';
import type { Variables } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { promptMessages, readPrompts } from './prompts.ts';
import { unsupportedParts, type YaoPackage } from './read-package.ts';

export type YaoAgentOptions = {
  id: string;
  dir: string;
  root: string;
  yaoPackage: YaoPackage;
  model: LanguageModel;
  variables: Variables;
  /** The time that prompts are filled in with. */
  now: (context: AgentContext) => Date;
};

/** An assistant folder: its prompts before the conversation, one call of its connector's model. */
export function createYaoAgent(options: YaoAgentOptions): Agent {
  const { id, dir, root, yaoPackage, model, variables } = options;
  const own = readPrompts(dir);
  const everyones = readPrompts(path.join(root, 'agent'));
  const missing = unsupportedParts(dir, yaoPackage);
  return {
    id,
    async invoke(request, signal) {
      if (request.context.turn === 1) for (const text of missing) request.log?.('agent', `${id}: ${text}`);
      const alone = request.options.disable_global_prompts ?? yaoPackage.disable_global_prompts;
      const values = { now: options.now(request.context), variables, context: contextValues(options, request) };
      const prompts = promptMessages(alone ? own : [...everyones, ...own], values);
      const { content, toolCalls, usage } = await model.generate(
        { messages: [...prompts, ...request.messages], options: modelOptions(yaoPackage), context: request.context },
        signal,
      );
      return { content, toolCalls, usage };
    },
  };
}

/** Newer models refuse `max_tokens`; its successor means the same everywhere. */
function modelOptions(yaoPackage: YaoPackage): JsonObject {
  const { max_tokens: maxTokens, ...options } = yaoPackage.options;
  const given = maxTokens === undefined ? options : { max_completion_tokens: maxTokens, ...options };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** `$CTX.` values: who is asked, by whom, and every plain value of the case's metadata under its own name. */
function contextValues({ id, yaoPackage }: YaoAgentOptions, request: AgentRequest): Record<string, string> {
  const { environment } = request.context;
  const metadata = isJsonObject(request.options.metadata) ? request.options.metadata : {};
  const plain = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
  return {
    ...Object.fromEntries(plain.map(([name, value]) => [name, String(value)])),
    ASSISTANT_ID: id,
    ASSISTANT_NAME: yaoPackage.name,
    ASSISTANT_DESCRIPTION: yaoPackage.description ?? '',
    ASSISTANT_TYPE: yaoPackage.type,
    CHAT_ID: request.sessionId,
    LOCALE: environment.locale,
    REFERER: environment.referer,
    CLIENT_TYPE: environment.clientType,
    USER_ID: environment.userId,
    TEAM_ID: environment.teamId,
  };
}
