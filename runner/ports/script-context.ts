import type { Environment } from '../contract/index.ts';
import { defined, type Json, type JsonObject } from '../values/index.ts';

type Caller = { environment: Environment; chatId: string; metadata?: JsonObject | undefined };

/** Returns the caller's context for hooks and script tests, in the keys that authors write. */
export function scriptContext({ environment, chatId, metadata }: Caller): Json {
  const { locale, userId, teamId, referer, accept, clientType, clientIp, userAgent } = environment;
  return {
    chat_id: chatId,
    locale,
    user_id: userId,
    team_id: teamId,
    authorized: { ...environment.authorized, user_id: userId, team_id: teamId },
    metadata: { ...environment.metadata, ...metadata },
    client: defined({ type: clientType, ip: clientIp, user_agent: userAgent }),
    referer,
    accept,
  };
}
