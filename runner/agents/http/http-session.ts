import { createHash } from 'node:crypto';
import { limitResponse } from '../../models/limited-response.ts';
import { AgentError, type ReportFact } from '../../ports/index.ts';
import { EmptyingMap, type Json, toErrorMessage, tryParseJson } from '../../values/index.ts';
import type { SessionCleanup } from '../session-cleanup.ts';
import { createAuxiliaryRequest, type HttpEndpoint } from './endpoint.ts';
import { readResponseText } from './read-answer.ts';
import type { TemplateValues } from './request-template.ts';
import { formatDisplayAddress, sendRequest } from './send-request.ts';
import { createSessionCookies, type SessionCookies } from './session-cookies.ts';

/** What is stored for one conversation: cookies, a UUID, and the response to the setup request. */
export type HttpSession = { cookies: SessionCookies; uuid: string; setup: Json | undefined };

type OpenSessionParams = { values: TemplateValues; report: ReportFact | undefined };

/**
 * The time limit of the `teardown` request, so that a server that does not respond does not delay the end of an
 * attempt.
 */
const TEARDOWN_TIMEOUT_MS = 10_000;

/**
 * Opens a session with the agent's `setup` request and ends it with `teardown`. If `setup` fails, it is repeated before
 * the next request.
 */
export function createHttpSessions(endpoint: HttpEndpoint, limit: number, ends: SessionCleanup) {
  const cookiesOf = createSessionCookies();
  const opened = new EmptyingMap<string, Promise<Json | undefined>>();
  const { id, setup, teardown } = endpoint;

  async function openSession({ values, report }: OpenSessionParams, signal: AbortSignal): Promise<Json | undefined> {
    const { session_id: sessionId } = values;
    const cookies = cookiesOf(sessionId);
    const answer = setup === undefined ? undefined : await sendSessionRequest('setup', { values, cookies }, signal);
    const sessionValues = { ...values, setup: answer };
    ends.onSessionEnd(sessionId, async () => {
      opened.delete(sessionId);
      if (teardown === undefined) return;
      await sendSessionRequest(
        'teardown',
        { values: sessionValues, cookies },
        AbortSignal.timeout(TEARDOWN_TIMEOUT_MS),
      ).catch((error: unknown) =>
        report?.({ type: 'log', source: 'teardown', text: `the request failed: ${toErrorMessage(error)}` }),
      );
    });
    return answer;
  }

  async function sendSessionRequest(
    name: 'setup' | 'teardown',
    { values, cookies }: { values: TemplateValues; cookies: SessionCookies },
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    const side = endpoint[name];
    if (side === undefined) return undefined;
    const method = side.method ?? (name === 'setup' ? 'POST' : 'DELETE');
    const request = { ...createAuxiliaryRequest(endpoint, { ...side, method }, values), cookies };
    try {
      const text = await readResponseText(limitResponse(await sendRequest(request, signal), limit));
      return tryParseJson(text) ?? text;
    } catch (error) {
      if (name === 'setup') signal.throwIfAborted();
      const reason = error instanceof AgentError ? error.message : `failed: ${toErrorMessage(error)}`;
      throw new AgentError(
        `agent "${id}": its ${name} ${method} ${formatDisplayAddress(request.url)} ${reason}`,
        'agent',
        {
          cause: error,
        },
      );
    }
  }

  return async (opening: OpenSessionParams, signal: AbortSignal): Promise<HttpSession> => {
    const { session_id: sessionId } = opening.values;
    const uuid = deriveUuid(sessionId);
    if (setup === undefined && teardown === undefined) return { cookies: cookiesOf(sessionId), uuid, setup: undefined };
    const session =
      opened.get(sessionId) ?? openSession({ ...opening, values: { ...opening.values, session_uuid: uuid } }, signal);
    opened.set(sessionId, session);
    session.catch(() => opened.delete(sessionId));
    return { cookies: cookiesOf(sessionId), uuid, setup: await session };
  };
}

/** Derives a version 8 UUID from the session id, so that a session always has the same UUID. */
export function deriveUuid(sessionId: string): string {
  const hex = createHash('sha256').update(sessionId).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
