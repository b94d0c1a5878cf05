import { expect, it } from 'vitest';
import { besideText } from './answer-paths.ts';

it('finds tool calls beside the text', () => {
  expect(besideText('choices[0].message.content', 'tool_calls')).toBe('choices[0].message.tool_calls');
  expect(besideText('reply', 'tool_calls')).toBe('tool_calls');
});
