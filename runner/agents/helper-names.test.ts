import { expect, it } from 'vitest';
import type { JsonObject } from '../values/index.ts';
import { fillHelperPlaceholders } from './helper-names.ts';

const conversation: JsonObject[] = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: null, tool_calls: [] },
];

it.each<[string, JsonObject | undefined, string]>([
  ['You are {{persona}}.', { test_mode: 'simulator', persona: 'Ada' }, 'You are Ada.'],
  [
    '{{ goal }} {{goals}} {{goal.x}} {goal}',
    { test_mode: 'simulator', goal: 'a $& b' },
    'a $& b {{goals}} {{goal.x}} {goal}',
  ],
  ['{{persona}}', { test_mode: 'simulator', persona: { age: 7 } }, '{"age":7}'],
  ['{{conversation}}', { test_mode: 'simulator', conversation }, 'user: Hi\nassistant: '],
  ['{{criteria}}', { test_mode: 'validator', criteria: ['short', 'kind'] }, 'short\nkind'],
  ['{{criteria}}', { test_mode: 'simulator' }, '{{criteria}}'],
  ['{{goal}}', { goal: 'of the agent' }, '{{goal}}'],
  ['{{goal}}', undefined, '{{goal}}'],
])('%j with %j is %j', (prompt, metadata, filled) => {
  expect(fillHelperPlaceholders(prompt, metadata)).toBe(filled);
});
