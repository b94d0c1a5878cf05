import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';

type Options = Parameters<MockLanguageModelV4['doGenerate']>[0];
type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage = {
  inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/**
 * Replaces the agent's model, so that the example works offline. With a real model, such as 'openai/gpt-4o', nothing
 * else changes.
 */
export const deskModel = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => deskAnswer(prompt),
});

/** Replaces the judge's model; Mastra scorers read its answers as a stream. */
export const judgeModel = new MockLanguageModelV4({
  doStream: async (options) => ({ stream: convertArrayToReadableStream(partsOf(verdictOn(options))) }),
});

function deskAnswer(prompt: Options['prompt']): Answer {
  const last = prompt.at(-1);
  if (last?.role === 'tool') return answer({ type: 'text', text: sentence(JSON.stringify(last.content)) }, 'stop');
  const [, city] = /\b(Oslo|Bergen)\b/.exec(JSON.stringify(last?.content ?? '')) ?? [];
  if (city === undefined) return answer({ type: 'text', text: 'Sorry, we have no shop there.' }, 'stop');
  const call = { toolCallId: 'hours', toolName: 'opening_hours', input: JSON.stringify({ city }) };
  return answer({ type: 'tool-call', ...call }, 'tool-calls');
}

function sentence(result: string): string {
  const [, city] = /"city":"(\w+)"/.exec(result) ?? [];
  const [, opens] = /"opens":(\d+)/.exec(result) ?? [];
  const [, closes] = /"closes":(\d+)/.exec(result) ?? [];
  return `The shop in ${city} is open from ${opens} to ${closes}.`;
}

function answer(part: Answer['content'][number], reason: 'stop' | 'tool-calls'): Answer {
  return { content: [part], finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
}

/**
 * The answers of the fake model. The scorer asks it for the statements in the output, then whether each statement is
 * relevant, then for a reason.
 */
function verdictOn({ prompt, responseFormat }: Options): string {
  const asked = JSON.stringify(prompt);
  const wanted = JSON.stringify(responseFormat ?? '') + asked;
  if (wanted.includes('"statements\\"') || wanted.includes('"statements"')) {
    return JSON.stringify({ statements: sentencesIn(asked) });
  }
  if (wanted.includes('"results\\"') || wanted.includes('"results"')) {
    const results = sentencesIn(asked).map((statement) => ({
      result: /\bshop\b|\bopen\b/.test(statement) ? 'yes' : 'no',
      reason: 'It is about our shops, or it is not.',
    }));
    return JSON.stringify({ results });
  }
  return 'What is said is about our shops, as far as it is.';
}

function sentencesIn(text: string): string[] {
  return [...new Set(text.match(/(?:The shop|Our weather|Sorry,)[^.]*\./g) ?? [])];
}

function partsOf(text: string) {
  return [
    { type: 'stream-start' as const, warnings: [] },
    { type: 'text-start' as const, id: '1' },
    { type: 'text-delta' as const, id: '1', delta: text },
    { type: 'text-end' as const, id: '1' },
    { type: 'finish' as const, finishReason: { unified: 'stop' as const, raw: 'stop' }, usage },
  ];
}
