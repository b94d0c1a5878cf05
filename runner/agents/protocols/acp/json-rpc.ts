import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import {
  formatSchemaProblems,
  type Json,
  type JsonObject,
  toErrorMessage,
  tryParseJson,
} from '../../../values/index.ts';

const idSchema = z.union([z.string(), z.number(), z.null()]);
const errorSchema = z.object({ code: z.number(), message: z.string(), data: jsonSchema.optional() });
const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema.optional(),
  method: z.string().optional(),
  params: jsonSchema.optional(),
  result: jsonSchema.optional(),
  error: errorSchema.optional(),
});
type RpcMessage = z.infer<typeof messageSchema>;
export type RpcId = z.infer<typeof idSchema>;

/** Handles incoming messages. Throws if a message is invalid. */
export type RpcListener = {
  /** Handles a request of the agent. The reply is sent with `answer` or `refuse`. */
  onRequest(request: { id: RpcId; method: string; params: Json }): void;
  onNotification(notice: { method: string; params: Json }): void;
  /** Handles a line that is not a JSON-RPC message. */
  onStrayResponse(line: string): void;
};

export type RpcPeer = {
  ask(method: string, params: JsonObject): Promise<Json>;
  notify(method: string, params: JsonObject): void;
  answer(id: RpcId, result: Json): void;
  refuse(id: RpcId, error: { code: number; message: string }): void;
  /**
   * Handles a line from the agent.
   * @throws an error for an invalid message
   */
  receiveLine(line: string): void;
  /** Rejects all pending requests with `error`; called when no more messages will come. */
  fail(error: Error): void;
};

/** Thrown if the response to a request is an error, with its JSON-RPC code. */
export class RpcError extends AgentError {
  readonly code: number;

  constructor(method: string, { code, message, data }: z.infer<typeof errorSchema>) {
    const details = data === undefined || data === null ? '' : `: ${JSON.stringify(data).slice(0, 300)}`;
    super(`refused ${method}: ${message} (${code})${details}`, 'agent');
    this.code = code;
  }
}

type PendingRequest = { method: string; resolve(result: Json): void; reject(error: Error): void };

/** Sends and receives JSON-RPC 2.0 messages as lines of text. */
export function createRpcPeer(send: (line: string) => void, listener: RpcListener): RpcPeer {
  const pendingRequests = new Map<RpcId, PendingRequest>();
  let lastId = 0;
  const write = (message: JsonObject) => send(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  function settleRequest({ id = null, result, error }: RpcMessage): void {
    const request = pendingRequests.get(id);
    if (request === undefined)
      throw new Error(`the line answers the request ${JSON.stringify(id)}, which is not waiting for an answer`);
    pendingRequests.delete(id);
    if (error === undefined) request.resolve(result ?? null);
    else request.reject(new RpcError(request.method, error));
  }

  return {
    ask(method, params) {
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Json>();
      pendingRequests.set(lastId, { method, resolve, reject });
      write({ id: lastId, method, params });
      return promise;
    },
    notify: (method, params) => write({ method, params }),
    answer: (id, result) => write({ id, result }),
    refuse: (id, error) => write({ id, error }),
    receiveLine(line) {
      if (!line.trimStart().startsWith('{')) {
        if (line.trim() !== '') listener.onStrayResponse(line);
        return;
      }
      const value = tryParseJson(line);
      if (value === undefined) throw new Error('the line is not JSON, or it was cut off');
      const parsed = messageSchema.safeParse(value);
      if (!parsed.success) throw new Error(formatSchemaProblems(parsed.error));
      const { id, method, params = null } = parsed.data;
      if (method === undefined) settleRequest(parsed.data);
      else if (id === undefined) listener.onNotification({ method, params });
      else listener.onRequest({ id, method, params });
    },
    fail(error) {
      for (const request of pendingRequests.values()) request.reject(error);
      pendingRequests.clear();
    },
  };
}

/** Returns the error message for a line that could not be parsed. */
export function describeInvalidLine(line: string, error: unknown): string {
  return `wrote an invalid or unexpected message: ${toErrorMessage(error)}: ${line.slice(0, 200)}`;
}
