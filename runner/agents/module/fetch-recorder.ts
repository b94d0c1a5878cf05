import * as z from 'zod';
import { jsonObjectSchema } from '../../contract/index.ts';
import type { RecordReplayLayer } from '../../models/cassette/record-replay-layer.ts';
import { type AgentContext, AgentError } from '../../ports/index.ts';
import type { FetchReply } from '../../scripts/worker/model-fetch/intercept-fetch.ts';
import type { RecordedHttpResponse } from '../../scripts/worker/model-fetch/recorded-response.ts';
import { castToJson, type Json } from '../../values/index.ts';

const responseSchema = z.object({
  status: z.int(),
  contentType: z.string().optional(),
  body: z.string(),
  encoding: z.literal('base64').optional(),
}) satisfies z.ZodType<RecordedHttpResponse>;

/** Messages from the process of a module about requests that its code sends to models. */
export const fetchRecorderMessageSchemas = [
  z.object({
    type: z.literal('fetch'),
    number: z.int(),
    request: z.strictObject({ http: z.string(), body: jsonObjectSchema }),
  }),
  z.object({
    type: z.literal('fetched'),
    number: z.int(),
    response: responseSchema.optional(),
    error: z.string().optional(),
  }),
  z.object({ type: z.literal('unheard'), address: z.string(), way: z.string() }),
] as const;
type FetchRecorderMessage = z.infer<(typeof fetchRecorderMessageSchemas)[number]>;

/** Records and replays the requests that a module's code sends to models with `fetch`. */
export type FetchRecorder = {
  /** Aborts if a request does not match the recording. The reason of the abort describes the difference. */
  signal: AbortSignal;
  handleMessage(question: FetchRecorderMessage): Promise<Json>;
  /** Resolves when the responses to all requests have been recorded. */
  settled(): Promise<void>;
  /** Returns the number of requests to models, and how many of them were answered from a recording. */
  count(): { requestCount: number; replayedCount: number };
};

type PendingResponse = PromiseWithResolvers<RecordedHttpResponse>;

export function createFetchRecorder({
  id,
  tape,
  context,
}: {
  id: string;
  tape: RecordReplayLayer;
  context: AgentContext;
}): FetchRecorder {
  const stopController = new AbortController();
  const pendingResponses = new Map<number, PendingResponse>();
  const answers: Promise<unknown>[] = [];
  const count = { requestCount: 0, replayedCount: 0 };

  function answerFetch({ number, request }: Extract<FetchRecorderMessage, { type: 'fetch' }>): Promise<FetchReply> {
    count.requestCount += 1;
    const tapeAnswer = Promise.withResolvers<FetchReply>();
    let realResponse: PendingResponse | undefined;
    const answer = tape.answer({
      context,
      request,
      schema: responseSchema,
      ask() {
        realResponse = Promise.withResolvers();
        pendingResponses.set(number, realResponse);
        tapeAnswer.resolve({ type: 'ask' });
        return realResponse.promise;
      },
    });
    const delivery = answer.then(
      (response) => {
        if (realResponse === undefined) count.replayedCount += 1;
        tapeAnswer.resolve({ type: 'answer', response });
      },
      (error: unknown) => {
        // If a real request fails, the agent's code gets the error and may continue. Only a failed replay aborts the
        // call.
        if (realResponse === undefined) stopController.abort(error);
        tapeAnswer.reject(error);
      },
    );
    answers.push(delivery);
    return tapeAnswer.promise;
  }

  function settleFetch({ number, response, error }: Extract<FetchRecorderMessage, { type: 'fetched' }>): null {
    const realResponse = pendingResponses.get(number);
    pendingResponses.delete(number);
    if (response === undefined) realResponse?.reject(new Error(error));
    else realResponse?.resolve(response);
    return null;
  }

  function reportUnrecordedCall({ address, way }: Extract<FetchRecorderMessage, { type: 'unheard' }>): null {
    const message =
      `agent "${id}" calls the model at ${address} with ${way}: calls that bypass fetch are neither recorded nor replayed; ` +
      'set "record": "answers" for the agent, and record it again';
    if (tape.asks === 'never') stopController.abort(new AgentError(message, 'configuration'));
    else context.report?.({ type: 'warning', text: message });
    return null;
  }

  return {
    signal: stopController.signal,
    async handleMessage(question) {
      switch (question.type) {
        case 'fetch':
          return castToJson(await answerFetch(question));
        case 'fetched':
          return settleFetch(question);
        case 'unheard':
          return reportUnrecordedCall(question);
        default:
          return question satisfies never;
      }
    },
    async settled() {
      await Promise.all(answers);
    },
    count: () => count,
  };
}
