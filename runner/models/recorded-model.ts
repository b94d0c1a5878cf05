import type { Usage } from '../contract/index.ts';
import type { ModelCall, ReportFact } from '../ports/index.ts';
import { asJson, errorText, withoutUndefined } from '../values/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from './language-model.ts';

/**
 * Reports the calls of a model if the context asks for it. `name` is its connector, or the model name that an agent
 * gives.
 */
export function createCallRecordingModel(name: string, model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    generate(request, signal) {
      if (request.context.recordsCalls !== true) return model.generate(request, signal);
      return generateAndReport({ connector: name, model, request }, signal);
    },
  };
}

type RecordedCall = { connector: string; model: LanguageModel; request: ModelRequest };

async function generateAndReport(
  { connector, model, request }: RecordedCall,
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
  const reportEnd = (ending: Partial<ModelCall>): void => {
    signal.removeEventListener('abort', reportAbort);
    const durationMs = Math.round((performance.now() - begin) * 1000) / 1000;
    const call = { connector, startedAt, durationMs, usage, ...ending, request: requestParts(question) };
    context.report?.({ type: 'model.called', call });
  };
  const reportAbort = (): void => reportEnd({ error: 'broken off' });
  const answering = model.generate({ ...request, context: { ...context, report: reportFact } }, signal);
  // On abort, reports the call at once, because the caller does not wait for it to end.
  signal.addEventListener('abort', reportAbort, { once: true });
  try {
    const response = await answering;
    const { content, toolCalls, finishReason } = response;
    const answer = { content, toolCalls: toolCalls.map(asJson) };
    if (!signal.aborted) reportEnd({ usage: response.usage, finishReason, answer });
    return response;
  } catch (error) {
    if (!signal.aborted) reportEnd({ error: errorText(error) });
    throw error;
  }
}

function requestParts({
  messages,
  tools,
  options,
  preferred,
}: Omit<ModelRequest, 'context' | 'said'>): ModelCall['request'] {
  const sent = preferred === undefined ? options : { ...preferred, ...options };
  return { ...withoutUndefined({ options: sent, tools: tools?.map(asJson) }), messages: messages.map(asJson) };
}
