import { expect, it } from 'vitest';
import { toSiblingPath } from './answer-paths.ts';

it('finds tool calls beside the text', () => {
  expect(toSiblingPath('choices[0].message.content', 'tool_calls')).toBe('choices[0].message.tool_calls');
  expect(toSiblingPath('reply', 'tool_calls')).toBe('tool_calls');
});
