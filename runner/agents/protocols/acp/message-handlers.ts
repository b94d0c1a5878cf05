import * as z from 'zod';
import { type AgentRequest, describeTooLongAnswer } from '../../../ports/index.ts';
import type { Json } from '../../../values/index.ts';
import { parseAcpValue } from './acp-session.ts';
import type { RpcId } from './json-rpc.ts';
import { parsePermissionRequest, type RequestedPermission } from './permissions.ts';
import { type AcpAnswer, createAcpAnswer } from './updates.ts';

const METHOD_NOT_FOUND_CODE = -32_601;
const updateNotificationSchema = z.object({ sessionId: z.string(), update: z.json() });

type RequestRefuser = (id: RpcId, error: { code: number; message: string }) => void;

/** Handles the notifications and requests that an agent sends during a turn. */
export type MessageHandlers = {
  answer: AcpAnswer;
  /** The permission requests that have not been decided yet. */
  permissions: RequestedPermission[];
  /** The ids of tool calls that were rejected. */
  rejected: Set<string>;
  request: AgentRequest | undefined;
  sessionId: string | undefined;
  /** Reports the text of the answer so far, for live display. */
  say(): void;
  /** Returns a promise that resolves when the agent waits for a permission. */
  stopped(): Promise<undefined>;
  /**
   * Handles a notification.
   * @throws an error for an invalid notification
   */
  onNotification(notice: { method: string; params: Json }): void;
  onRequest(request: { id: RpcId; method: string; params: Json }, refuse: RequestRefuser): void;
};

export function createMessageHandlers(maxAnswer: number): MessageHandlers {
  let stop = (): void => undefined;
  const answer = createAcpAnswer({
    log: (text) => handlers.request?.context.report?.({ type: 'log', source: 'acp', text }),
    warn: (text) => handlers.request?.context.report?.({ type: 'warning', text }),
  });
  const handlers: MessageHandlers = {
    answer,
    permissions: [],
    rejected: new Set(),
    request: undefined,
    sessionId: undefined,
    say() {
      const text = answer.text();
      if (text !== '') handlers.request?.context.report?.({ type: 'text', text });
    },
    stopped() {
      if (handlers.permissions.length > 0) return Promise.resolve(undefined);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      stop = () => resolve(undefined);
      return promise;
    },
    onNotification({ method, params }) {
      if (method !== 'session/update') return;
      const { sessionId: of, update } = parseAcpValue(updateNotificationSchema, params);
      if (of !== (handlers.sessionId ?? of))
        throw new Error(`the message belongs to the session ${of}, which does not exist`);
      answer.take(update);
      if (answer.length() > maxAnswer) throw new Error(describeTooLongAnswer('it said', maxAnswer));
    },
    onRequest({ id, method, params }, refuse) {
      if (method === 'session/request_permission') {
        handlers.permissions.push(parsePermissionRequest(id, params, answer));
        stop();
        return;
      }
      // Refuses all other requests. These concern files and terminals, which the session does not offer.
      handlers.request?.context.report?.({
        type: 'log',
        source: 'acp',
        text: `the agent called ${method}, although it was told that this client does not have it`,
      });
      refuse(id, { code: METHOD_NOT_FOUND_CODE, message: `this client has no ${method}` });
    },
  };
  return handlers;
}
