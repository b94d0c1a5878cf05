import { MockLanguageModelV4 } from 'ai/test';

type Options = Parameters<MockLanguageModelV4['doGenerate']>[0];
type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** A model that needs no network. With a real model, such as `openai('gpt-4o')`, the cases stay the same. */
export const offlineModel = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => answerTo(prompt),
});

function answerTo(prompt: Options['prompt']): Answer {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return say(sentence(JSON.stringify(last.content)));
  const asked = /\b(Oslo|Bergen|Paris)\b/.exec(JSON.stringify(last?.content ?? ''));
  const [, city] = asked ?? /lives in (\w+)/.exec(JSON.stringify(prompt[0]?.content ?? '')) ?? [];
  if (city === undefined) return say('Which city do you mean?');
  const call = { toolCallId: 'hours', toolName: 'opening_hours', input: JSON.stringify({ city }) };
  return answer({ type: 'tool-call', ...call }, 'tool-calls');
}

function sentence(result: string): string {
  const [, city] = /"city":"(\w+)"/.exec(result) ?? [];
  const [, opens] = /"opens":(\d+)/.exec(result) ?? [];
  const [, closes] = /"closes":(\d+)/.exec(result) ?? [];
  return opens === undefined ? 'Sorry, we have no shop there.' : `In ${city} we are open from ${opens} to ${closes}.`;
}

function say(text: string): Answer {
  return answer({ type: 'text', text }, 'stop');
}

function answer(part: Answer['content'][number], reason: 'stop' | 'tool-calls'): Answer {
  return {
    content: [part],
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
    warnings: [],
  };
}
