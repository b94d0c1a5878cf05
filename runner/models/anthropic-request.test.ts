import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, messageSchema } from '../contract/index.ts';
import { toAnthropicMessages, toAnthropicOptions } from './anthropic-request.ts';

const text = fc.string();
const contentParts = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text }),
    fc.record({
      type: fc.constant('image'),
      url: fc.constantFrom('data:image/png;base64,AA==', 'https://x.org/a.png'),
    }),
  ),
);
const calls = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b'),
    type: fc.constant('function'),
    function: fc.record({ name: text, arguments: fc.oneof(fc.jsonValue(), text) }),
  }),
  { minLength: 1 },
);
const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('system', 'developer', 'user', 'assistant'),
    content: fc.oneof(text, contentParts),
  }),
  fc.record({ role: fc.constant('assistant'), content: fc.constant(null), tool_calls: calls }),
  fc.record({ role: fc.constant('tool'), tool_call_id: fc.constantFrom('a', 'b'), content: text }),
);

describe('toAnthropicMessages', () => {
  it('lets user and assistant take turns and never says nothing, whatever the conversation', {
    tags: 'thorough',
  }, () => {
    fc.assert(
      fc.property(fc.array(message), (entries) => {
        const messages: Message[] = entries.map((entry) => messageSchema.parse(entry));
        const { messages: turns } = toAnthropicMessages(messages);
        if (!Array.isArray(turns)) throw new Error('there are no messages');
        expect(JSON.stringify(turns)).not.toMatch(/"text":" *"/);
        const roles = turns.map((turn) =>
          turn !== null && typeof turn === 'object' && 'role' in turn ? turn.role : '',
        );
        for (const [index, role] of roles.entries()) expect(role).not.toBe(roles[index - 1]);
        expect(turns).not.toContainEqual(expect.objectContaining({ content: [] }));
        const usedToolCalls = messages.flatMap((entry) => entry.tool_calls ?? []).length;
        expect(JSON.stringify(turns).split('"type":"tool_use"').length - 1).toBe(usedToolCalls);
      }),
    );
  });

  it('shows a model the arguments that it wrote badly', () => {
    const broken = { id: 'a', type: 'function' as const, function: { name: 'find', arguments: '{"q": ' } };
    expect(toAnthropicMessages([{ role: 'assistant', content: null, tool_calls: [broken] }]).messages).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find', input: { arguments: '{"q": ' } }] },
    ]);
  });
});

describe('toAnthropicOptions', () => {
  it.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [
      { type: 'function', function: { name: 'find' } },
      { type: 'tool', name: 'find' },
    ],
    [
      { type: 'tool', name: 'find' },
      { type: 'tool', name: 'find' },
    ],
  ])('turns the tool choice %j into %j', (toolChoice, expected) => {
    expect(toAnthropicOptions({ tool_choice: toolChoice })).toEqual({ tool_choice: expected });
  });
});
