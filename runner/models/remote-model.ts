import { reportRequestStart } from '../ports/index.ts';
import { formatGoDuration } from '../values/index.ts';
import { createCallLimiter } from './call-limiter.ts';
import { type CallUsage, trackCallUsage } from './call-usage.ts';
import { type AdaptedModelRequest, adaptRequestToModel } from './fit-request.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from './language-model.ts';
import { getEndpointTitle, type ModelEndpoint } from './model-endpoint.ts';
import { AnswerTimeoutError, isRateLimited, toModelError } from './model-error.ts';
import { addCostToUsage } from './price-usage.ts';
import { createRetryWithoutRefusedParts } from './refused-parts.ts';
import type { StreamListeners } from './stream-answer.ts';
import { callWithRetries } from './with-retries.ts';

/**
 * Makes one try of a call. `onUsage` is called with usage that the server reports during the stream, so that the usage
 * is known even if the answer breaks off.
 */
export type ProtocolRequest = StreamListeners & { request: AdaptedModelRequest };

/** The protocol of a kind of server. `url` is the base URL of its endpoints. */
export type ModelProtocol = {
  url: string;
  /** Parameters of chat completions that the protocol does not have. */
  foreign: readonly string[];
  ask(question: ProtocolRequest, signal: AbortSignal): Promise<ModelResponse>;
};

/**
 * A model on a server: limits parallel calls and the time per try, retries after 429, 5xx and broken connections, and
 * adds costs to the usage.
 */
export function createRemoteModel(endpoint: ModelEndpoint, protocol: ModelProtocol): LanguageModel {
  const gate = createCallLimiter(endpoint.maxParallel, endpoint.share);
  const { id, key, cost } = endpoint;
  const title = getEndpointTitle(endpoint);
  const calledEndpoint = { title, key, url: protocol.url };

  async function generateOnce(
    { request, callUsage, said }: CallAttemptInput,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const gateCall = gate.begin();
    const question = { request, onUsage: callUsage.beginTry(), onText: said };
    try {
      const answer = await generateWithTimeout(endpoint.timeoutMs, (both) => protocol.ask(question, both), signal);
      gateCall.onAnswer();
      return answer;
    } catch (error) {
      if (isRateLimited(error)) gateCall.onRefusal();
      throw error;
    }
  }

  async function generateWithRetries(request: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
    const fitted = adaptRequestToModel({ endpoint, foreign: protocol.foreign }, request);
    const { report } = request.context;
    const reportWaiting = (reason: string | undefined) => report?.({ type: 'wait', reason });
    const reportCallWarning = (text: string) => report?.({ type: 'warning', text });
    const callUsage = trackCallUsage(
      (usage) => report?.({ type: 'usage', usage: addCostToUsage(usage, cost) }),
      signal,
    );
    const endRequest = reportRequestStart(report, 'model');
    let retries = 0;
    let isInsideLimit = false;
    const callInFreeSlot = async () => {
      // A call keeps its slot while it pauses before a retry, so that rate limiting (status 429) slows down all calls.
      // It then gives up the slot and waits for a free one again.
      if (isInsideLimit) gate.release();
      isInsideLimit = false;
      await gate.acquire(
        (limit) =>
          reportWaiting(`waiting for a free slot at ${title}, which allows ${formatCallCount(limit)} at a time`),
        signal,
      );
      isInsideLimit = true;
      reportWaiting(undefined);
      return generateOnce({ request: fitted, callUsage, said: request.said }, signal);
    };
    const countAndReportRetry = (error: unknown) => {
      retries += 1;
      reportWaiting(`waiting to retry: ${toModelError(calledEndpoint, error).message}`);
    };
    try {
      const answer = await callWithRetries(
        { policy: endpoint.retries, attempt: callInFreeSlot, onRetry: countAndReportRetry },
        signal,
      );
      for (const { tool, error } of answer.toolCalls) {
        if (error !== undefined) reportCallWarning(`${title} called the tool ${tool}, but ${error}`);
      }
      const cut = describeCutOff(answer.finishReason);
      if (cut !== undefined) reportCallWarning(`${title} ${cut}`);
      return { ...answer, usage: addCostToUsage(callUsage.recordAnswer(answer.usage), cost) };
    } catch (error) {
      callUsage.failed();
      signal.throwIfAborted();
      throw toModelError({ ...calledEndpoint, tries: retries + 1 }, error);
    } finally {
      endRequest();
      if (isInsideLimit) gate.release();
    }
  }

  return { id, generate: createRetryWithoutRefusedParts(generateWithRetries) };
}

type CallAttemptInput = { request: AdaptedModelRequest; callUsage: CallUsage; said: ModelRequest['said'] };

/** A truncated answer looks like a complete one, so a warning is reported. */
function describeCutOff(finishReason: string): string | undefined {
  if (finishReason === 'length') return 'stopped in the middle of its answer: it reached the length limit';
  return finishReason === 'content-filter' ? 'withheld its answer, or the rest of it: content filter' : undefined;
}

function formatCallCount(limit: number): string {
  return limit === 1 ? '1 call' : `${limit} calls`;
}

async function generateWithTimeout(
  timeoutMs: number | undefined,
  sendRequest: (signal: AbortSignal) => Promise<ModelResponse>,
  signal: AbortSignal,
): Promise<ModelResponse> {
  if (timeoutMs === undefined) return sendRequest(signal);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await sendRequest(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    throw new AnswerTimeoutError(`no complete answer within ${formatGoDuration(timeoutMs)}`);
  }
}
