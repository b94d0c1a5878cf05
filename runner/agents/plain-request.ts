import type { AgentRequest, SentRequest } from '../ports/index.ts';
import type { JsonObject } from '../values/index.ts';

/** A request to modules, commands and HTTP servers, as plain JSON. */
export type PlainRequest = {
  messages: AgentRequest['messages'];
  /** The content of the last message. */
  input: AgentRequest['messages'][number]['content'];
  metadata: NonNullable<AgentRequest['options']['metadata']>;
  options: AgentRequest['options'];
  session_id: string;
  case_id: string;
  attempt: number;
  turn: number;
  user_id: string;
  team_id: string;
  /** All known data on the user, including the user id and the team id. */
  authorized: JsonObject;
  locale: string;
  /** The URL of the MCP server that answers tool calls with the mocks of the case; missing if it has none. */
  mocks_url?: string | undefined;
};

export function createPlainRequest(
  { context, messages, options, sessionId }: SentRequest,
  mocksUrl?: string | undefined,
): PlainRequest {
  const { userId, teamId, locale, authorized } = context.environment;
  return {
    messages,
    input: messages.at(-1)?.content ?? '',
    metadata: options.metadata ?? {},
    options,
    session_id: sessionId,
    case_id: context.caseId,
    attempt: context.attempt,
    turn: context.turn,
    user_id: userId,
    team_id: teamId,
    authorized: { ...authorized, user_id: userId, team_id: teamId },
    locale,
    mocks_url: mocksUrl,
  };
}
