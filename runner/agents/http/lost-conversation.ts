import type { Message } from '../../contract/index.ts';
import { castToJson, isJsonObject } from '../../values/index.ts';
import type { HttpEndpoint } from './endpoint.ts';
import { listPlaceholders } from './request-template.ts';
import type { SessionCookies } from './session-cookies.ts';

/**
 * Placeholders by which a server can recognize the conversation. Metadata is among them, because it may contain an id
 * of the conversation.
 */
const conversationPlaceholderPattern =
  /^(?:messages|text_messages|session_id|session_uuid|case_id|attempt|user_id|team_id|mocks_url|(?:authorized|options|metadata|setup|carry|answer|headers)(?:\..*)?)$/;

/** Matches names of body fields that may contain the id of a conversation. */
export const sessionKeyPattern = /^(?:session|thread|conversation|chat)(?:_?id)?$/i;

/**
 * Returns a warning if the request of a later turn contains nothing that connects it with the earlier turns, so that
 * the agent cannot know what was said.
 */
export function describeLostConversation(
  { id, url, method, headers, body, setup }: HttpEndpoint,
  { messages, cookies, to }: { messages: readonly Message[]; cookies: SessionCookies; to: URL },
): string | undefined {
  const sendsAll = body === undefined && method !== 'GET';
  if (sendsAll || setup !== undefined || !messages.some(({ role }) => role === 'assistant')) return undefined;
  if (
    listPlaceholders(castToJson([url, headers, body ?? null])).some((name) => conversationPlaceholderPattern.test(name))
  )
    return undefined;
  if (isJsonObject(body ?? null) && Object.keys(body ?? {}).some((key) => sessionKeyPattern.test(key)))
    return undefined;
  if (cookies.header(to) !== '') return undefined;
  return `the agent "${id}" cannot know the earlier turns: its request has no {{messages}}, {{session_id}} or "carry", and the server set no cookie`;
}
