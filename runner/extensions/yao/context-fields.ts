import { isJsonObject, type JsonObject } from '../../values/index.ts';
import { translate } from './locales.ts';
import type { YaoTurn } from './yao-turn.ts';

/**
 * Returns the plain fields of `ctx`. `absent` lists the namespaces of `ctx.memory` that cannot be used because there is
 * no user or no team.
 */
export function createContextFields({
  assistant,
  request,
  metadata,
  locale,
  theme,
  route,
  fields,
}: YaoTurn): JsonObject {
  const { environment, runId } = request.context;
  const { chatId, userId, teamId, clientType, clientIp, userAgent, referer, accept } = environment;
  return {
    chat_id: chatId ?? request.sessionId,
    assistant_id: assistant.id,
    locale,
    theme,
    referer,
    accept,
    route,
    client: { type: clientType, user_agent: userAgent ?? '', ip: clientIp },
    metadata,
    authorized: { ...environment.authorized, user_id: userId, team_id: teamId },
    trace_id: runId,
    ...fields,
    absent: [...(userId === '' ? ['user'] : []), ...(teamId === '' ? ['team'] : [])],
  };
}

/**
 * Returns the values of the `$CTX.` placeholders in prompts: the agent, the caller, and each metadata value that is not
 * an object, under its own name.
 */
export function createPromptContext(turn: YaoTurn): Record<string, string> {
  const { assistant, request, metadata, locale, theme, route } = turn;
  const { environment } = request.context;
  const { name, description = '', type } = assistant.yaoPackage;
  const plain = Object.entries(metadata).filter(([, value]) => typeof value !== 'object');
  const { tenant_id: tenantId } = isJsonObject(environment.authorized) ? environment.authorized : {};
  return {
    ...Object.fromEntries(plain.map(([key, value]) => [key, String(value)])),
    ASSISTANT_ID: assistant.id,
    ASSISTANT_NAME: translate(name, locale, assistant.translations),
    ASSISTANT_DESCRIPTION: translate(description, locale, assistant.translations),
    ASSISTANT_TYPE: type,
    WORKSPACE_ID: '',
    CHAT_ID: request.sessionId,
    LOCALE: locale,
    THEME: theme,
    ROUTE: route,
    REFERER: environment.referer,
    CLIENT_TYPE: environment.clientType,
    USER_ID: environment.userId,
    TEAM_ID: environment.teamId,
    TENANT_ID: typeof tenantId === 'string' ? tenantId : '',
  };
}
