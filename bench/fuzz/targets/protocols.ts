import { createAnswerCollector, parseAnswerPaths } from '../../../runner/agents/http/answer-collector.ts';
import { createEventParser } from '../../../runner/agents/http/event-stream.ts';
import { collectJsonAnswer, readResponseText, readStream } from '../../../runner/agents/http/read-answer.ts';
import { findTemplateProblems } from '../../../runner/agents/http/request-template.ts';
import { parsePlainAnswer } from '../../../runner/agents/plain-answer.ts';
import { AgentError } from '../../../runner/ports/index.ts';
import { tryParseJson } from '../../../runner/values/index.ts';
import { mutateJson, mutateText } from '../mutate.ts';
import { ignoreErrors, requireEqual, requireMessage, requireTrue, type Target } from './target.ts';

const paths = parseAnswerPaths('a', {
  output: 'choices[0].delta.content',
  tool_calls: 'choices[0].delta.tool_calls',
  usage: 'usage',
});
const MAX = 16_000_000;

const streams: Target = {
  name: 'event streams',
  weight: 8,
  mutate: mutateText,
  seeds: () => [
    'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\ndata: {"choices":[{"delta":{"content":"lo"}}],"usage":{"prompt_tokens":3}}\n\ndata: [DONE]\n\n',
    'event: message\r\nid: 7\r\nretry: 10\r\ndata: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"a","arguments":"{}"}}]}}]}\r\n\r\n: comment\r\n',
    'event: error\ndata: broken\n\n',
  ],
  async check(text) {
    const whole = createEventParser();
    const events = [...whole.push(text), ...whole.end()];
    const parts = createEventParser();
    const cut = [...text].flatMap((character) => parts.push(character));
    requireEqual([...cut, ...parts.end()], events, 'events of a stream in pieces');
    await ignoreErrors([AgentError], async () => {
      const collector = createAnswerCollector(paths, MAX);
      await readStream(new Response(text), { collector });
      const answer = collector.response();
      requireTrue(answer === undefined || typeof answer.content === 'string', 'an answer without a text');
    });
    await ignoreErrors([AgentError], async () =>
      collectJsonAnswer(await readResponseText(new Response(text)), createAnswerCollector(paths, MAX)),
    );
  },
};

const answers: Target = {
  name: 'answers of agents',
  weight: 30,
  mutate: (seeds, random) => (random.chance(0.8) ? mutateJson(seeds, random) : mutateText(seeds, random)),
  seeds: () => [
    '"hello"',
    '{"content":"hi","next":{"a":1},"tool_calls":[{"tool":"find","arguments":{"a":1},"result":[1]}],"usage":{"input_tokens":3,"output_tokens":4},"ended":true}',
    '{"choices":[{"delta":{"content":[1],"tool_calls":{"name":"a","args":"x"}}}],"usage":{"total_tokens":1}}',
  ],
  async check(text) {
    const collector = createAnswerCollector(paths, MAX);
    await ignoreErrors([AgentError], () => collector.add(text, 'document'));
    collector.response();
    // Texts that are not JSON are skipped, because callers pass only valid JSON.
    if (tryParseJson(text) === undefined) return;
    const answer = await ignoreErrors([AgentError], () => parsePlainAnswer({ id: 'a' }, text));
    if (answer !== undefined) requireTrue(typeof answer.content === 'string', 'an answer without a text');
  },
};

const templates: Target = {
  name: 'request templates',
  weight: 40,
  mutate: mutateText,
  seeds: () => ['Hello {{input}} of {{user_id}}', '{{#each}} {{', '{{ messages }}{{mocks_url}}{{nothing}}'],
  check(text) {
    for (const message of findTemplateProblems([text, { a: text }])) requireMessage(message);
  },
};

export const protocolTargets: readonly Target[] = [streams, answers, templates];
