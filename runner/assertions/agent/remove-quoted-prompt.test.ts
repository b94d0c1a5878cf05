import { expect, it } from 'vitest';
import { REMOVED_QUOTE_PLACEHOLDER, removeQuotedPrompt } from './remove-quoted-prompt.ts';

const prompt = 'You judge an answer.\nReply with {"passed": true, "reason": "why"}, for example.\nBe kind.';

it.each([
  ['{"passed": false, "reason": "cold"}', '{"passed": false, "reason": "cold"}'],
  [prompt, REMOVED_QUOTE_PLACEHOLDER],
  [`${prompt}\n{"passed": false}`, `${REMOVED_QUOTE_PLACEHOLDER}\n{"passed": false}`],
  [
    '> Reply with {"passed": true, "reason": "why"}, for example.\nSo be it.',
    `> ${REMOVED_QUOTE_PLACEHOLDER}\nSo be it.`,
  ],
  ['Be kind.', 'Be kind.'],
])('takes out what a judge repeats of its prompt: %j', (answer, rest) => {
  expect(removeQuotedPrompt(answer, [prompt])).toBe(rest);
});

it('leaves a verdict that is written as an example is', () => {
  const example = '{"passed": true, "reason": "kept"}';
  expect(removeQuotedPrompt(example, [`Reply in JSON:\n${example}\nand nothing else.`, example])).toBe(example);
  const prettyVerdict = '{\n  "passed": true,\n  "reason": "kept to it"\n}';
  expect(removeQuotedPrompt(prettyVerdict, [`Reply in JSON:\n${prettyVerdict}`])).toBe(prettyVerdict);
});

it('takes nothing in a text for a pattern', () => {
  const judgePrompt = 'Say $& if it passed (true), or $1.';
  expect(removeQuotedPrompt(`${judgePrompt} ok`, [judgePrompt])).toBe(`${REMOVED_QUOTE_PLACEHOLDER} ok`);
});

it('reads a question with an output of 14 MB', () => {
  const question = JSON.stringify({ output: 'passed word '.repeat(1_200_000) });
  expect(removeQuotedPrompt('{"passed": true}', [question])).toBe('{"passed": true}');
});
