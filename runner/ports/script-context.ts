import type { Environment } from '../contract/index.ts';
import { type Json, type JsonObject, withoutUndefined } from '../values/index.ts';
import type { AttemptContext } from './attempt.ts';

type ScriptContextSource = { environment: Environment; chatId: string; metadata?: JsonObject | undefined };

/** The identity of the user that hooks and script tests get, with the keys that authors write. */
export type ScriptContext = {
  chat_id: string;
  locale: string;
  user_id: string;
  team_id: string;
  authorized: JsonObject;
  metadata: JsonObject;
  client: { type?: string; ip?: string; user_agent?: string };
  referer: string;
  accept: string;
};

/**
 * Returns the user's identity for scripts during an attempt. The chat id is taken from `--ctx`, otherwise from the
 * attempt.
 */
export function createAttemptScriptContext({
  planned,
  sessionId,
}: Pick<AttemptContext, 'planned' | 'sessionId'>): Json {
  return createScriptContext({
    environment: planned.environment,
    chatId: planned.environment.chatId ?? sessionId,
    metadata: planned.case.metadata,
  });
}

/** Returns the user's identity for hooks and script tests. */
export function createScriptContext({ environment, chatId, metadata }: ScriptContextSource): ScriptContext {
  const { locale, userId, teamId, referer, accept, clientType, clientIp, userAgent } = environment;
  return {
    chat_id: chatId,
    locale,
    user_id: userId,
    team_id: teamId,
    authorized: { ...environment.authorized, user_id: userId, team_id: teamId },
    metadata: { ...environment.metadata, ...metadata },
    client: withoutUndefined({ type: clientType, ip: clientIp, user_agent: userAgent }),
    referer,
    accept,
  };
}
