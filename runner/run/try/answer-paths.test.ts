import { expect, it } from 'vitest';
import { siblingPaths } from './answer-paths.ts';

it('finds tool calls beside the text', () => {
  expect(siblingPaths('choices[0].message.content', 'tool_calls')).toBe('choices[0].message.tool_calls');
  expect(siblingPaths('reply', 'tool_calls')).toBe('tool_calls');
});
