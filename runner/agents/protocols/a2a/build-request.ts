import type { JsonObject } from '../../../values/index.ts';
import type { A2AInterface } from './card.ts';

/** The names of the methods, which differ between version 1.0 and earlier versions. */
const methodNamesByVersion = {
  '1.0': { send: 'SendMessage', stream: 'SendStreamingMessage', get: 'GetTask', cancel: 'CancelTask' },
  '0.3': { send: 'message/send', stream: 'message/stream', get: 'tasks/get', cancel: 'tasks/cancel' },
} as const;

export type A2AMethod = keyof (typeof methodNamesByVersion)['1.0'];
export type A2ACall = { method: A2AMethod; params: JsonObject; id: number };

/** Builds a request in the protocol version of the agent. */
export function buildA2ARequest({ version, tenant }: A2AInterface, { method, params, id }: A2ACall): JsonObject {
  const rest = tenant === undefined || version === '0.3' ? params : { tenant, ...params };
  return { jsonrpc: '2.0', id, method: methodNamesByVersion[version][method], params: rest };
}

type A2AMessageFields = {
  messageId: string;
  parts: JsonObject[];
  /** The ids of the conversation and the task, from the agent's previous answer. */
  contextId?: string | undefined;
  taskId?: string | undefined;
  metadata: JsonObject;
};

/** Builds a message to an agent. It asks the agent to respond only when the answer is complete. */
export function buildA2AMessage(
  { version }: A2AInterface,
  { metadata, parts, ...question }: A2AMessageFields,
): JsonObject {
  const { contextId, taskId, messageId } = question;
  const place: JsonObject = {
    ...(contextId === undefined ? {} : { contextId }),
    ...(taskId === undefined ? {} : { taskId }),
  };
  const kind: JsonObject = version === '1.0' ? { role: 'ROLE_USER' } : { kind: 'message', role: 'user' };
  const configuration: JsonObject = version === '1.0' ? { returnImmediately: false } : { blocking: true };
  return {
    message: { ...kind, messageId, parts, ...place },
    configuration,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
