import type { Usage } from '../contract/index.ts';
import type { ModelCall } from '../ports/index.ts';
import { asJson, defined, errorText } from '../values/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from './language-model.ts';

/** A model whose calls are told to whoever records them. `name`: its connector, or the model that an agent names itself. */
export function recordedModel(name: string, model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    generate(request, signal) {
      const { called } = request.context;
      if (called === undefined) return model.generate(request, signal);
      return generateAndTell({ connector: name, model, request, called }, signal);
    },
  };
}

type Telling = { connector: string; model: LanguageModel; request: ModelRequest; called: (call: ModelCall) => void };

async function generateAndTell(
  { connector, model, request, called }: Telling,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { context, said: _, ...question } = request;
  const startedAt = Date.now();
  const begin = performance.now();
  let usage: Usage | undefined;
  const spent = (more: Usage): void => {
    usage = more;
    context.report?.({ type: 'usage', usage: more });
  };
  const tell = (ending: Partial<ModelCall>): void => {
    signal.removeEventListener('abort', breakOff);
    const durationMs = Math.round((performance.now() - begin) * 1000) / 1000;
    called({ connector, startedAt, durationMs, usage, ...ending, request: partsOf(question) });
  };
  const breakOff = (): void => tell({ error: 'broken off' });
  const answering = model.generate({ ...request, context: { ...context, spent } }, signal);
  // Whoever breaks a call off does not wait for its end.
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    const response = await answering;
    const { content, toolCalls, finishReason } = response;
    const answer = { content, toolCalls: toolCalls.map(asJson) };
    if (!signal.aborted) tell({ usage: response.usage, finishReason, answer });
    return response;
  } catch (error) {
    if (!signal.aborted) tell({ error: errorText(error) });
    throw error;
  }
}

function partsOf({ messages, tools, options }: Omit<ModelRequest, 'context' | 'said'>): ModelCall['request'] {
  return { ...defined({ options, tools: tools?.map(asJson) }), messages: messages.map(asJson) };
}
