import type { Usage } from '../contract/index.ts';
import type { ModelCall, ReportFact } from '../ports/index.ts';
import { castToJson, toErrorMessage, withoutUndefined } from '../values/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from './language-model.ts';

/**
 * Returns a model whose calls are reported if the context asks for it. `name` is the model's connector, or the model
 * name that an agent gives.
 */
export function createCallRecordingModel(name: string, model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    generate(request, signal) {
      if (request.context.recordsCalls !== true) return model.generate(request, signal);
      return generateAndReportCall({ connector: name, model, request }, signal);
    },
  };
}

type ModelCallToRecord = { connector: string; model: LanguageModel; request: ModelRequest };

async function generateAndReportCall(
  { connector, model, request }: ModelCallToRecord,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { context, said: _, ...question } = request;
  const startedAt = Date.now();
  const begin = performance.now();
  let usage: Usage | undefined;
  const reportFact: ReportFact = (fact) => {
    if (fact.type === 'usage') usage = fact.usage;
    context.report?.(fact);
  };
  const reportCallEnd = (callEnd: Partial<ModelCall>): void => {
    signal.removeEventListener('abort', reportCallAborted);
    const durationMs = Math.round((performance.now() - begin) * 1000) / 1000;
    const call = { connector, startedAt, durationMs, usage, ...callEnd, request: toRecordedRequest(question) };
    context.report?.({ type: 'model.called', call });
  };
  const reportCallAborted = (): void => reportCallEnd({ error: 'broken off' });
  const answering = model.generate({ ...request, context: { ...context, report: reportFact } }, signal);
  // On abort, the call is reported at once, because the caller does not wait for it to end.
  signal.addEventListener('abort', reportCallAborted, { once: true });
  try {
    const response = await answering;
    const { content, toolCalls, finishReason } = response;
    const answer = { content, toolCalls: toolCalls.map(castToJson) };
    if (!signal.aborted) reportCallEnd({ usage: response.usage, finishReason, answer });
    return response;
  } catch (error) {
    if (!signal.aborted) reportCallEnd({ error: toErrorMessage(error) });
    throw error;
  }
}

function toRecordedRequest({
  messages,
  tools,
  options,
  preferred,
}: Omit<ModelRequest, 'context' | 'said'>): ModelCall['request'] {
  const sentOptions = preferred === undefined ? options : { ...preferred, ...options };
  return {
    ...withoutUndefined({ options: sentOptions, tools: tools?.map(castToJson) }),
    messages: messages.map(castToJson),
  };
}
