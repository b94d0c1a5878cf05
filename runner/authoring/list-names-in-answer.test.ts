import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../contract/index.ts';
import { dryRunCase } from './dry-run.ts';
import { listJsonPaths, listJsonPathsInAnswer, listToolNamesInAnswer } from './list-names-in-answer.ts';
import { createAnswerFromPastedText } from './recorded-answer.ts';

const signal = new AbortController().signal;

describe('what an answer has in it', () => {
  it('is its JSON paths and its tools', () => {
    const call: ToolCall = { server: 'shop', tool: 'look_up' };
    const response = { content: 'Here: {"a": {"b c": [{"d": 1}]}}', toolCalls: [call, call] };
    const answer = { ...createAnswerFromPastedText(''), turns: [{ turn: 1, response }] };
    expect(listJsonPathsInAnswer(answer)).toEqual(['$.a', '$.a["b c"]', '$.a["b c"][0]', '$.a["b c"][0].d']);
    expect(listToolNamesInAnswer(answer)).toEqual(['shop__look_up']);
    expect(listJsonPathsInAnswer(createAnswerFromPastedText('no JSON'))).toEqual([]);
  });

  it('is found in a value and in the JSON of a text alike, from the outside in', () => {
    const value = { state: 'open', items: [{ id: 1 }, 2, 3], 'a b': 1 };
    const paths = ['$.state', '$.items', '$["a b"]', '$.items[0]', '$.items[1]', '$.items[0].id'];
    expect(listJsonPaths(value)).toEqual(paths);
    expect(listJsonPaths(`It is \`\`\`json\n${JSON.stringify(value)}\n\`\`\``)).toEqual(paths);
    expect(listJsonPaths(7)).toEqual([]);
  });

  it('passes with the value that stands at its path', { tags: 'thorough' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), async (document) => {
        const answer = createAnswerFromPastedText(JSON.stringify(document));
        for (const path of listJsonPathsInAnswer(answer)) {
          const { checks } = await dryRunCase(
            { value: { assert: { type: 'json_path', path, value: 0 } }, answer },
            signal,
          );
          expect(checks[0]?.status, path).not.toBe('error');
        }
      }),
      { numRuns: 50 },
    );
  });
});
