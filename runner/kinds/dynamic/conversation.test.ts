import { describe, expect, it } from 'vitest';
import { toConversationMessages } from './conversation.ts';

describe('an answer as later turns see it', () => {
  it('names tools in a way that models take', () => {
    const toolCalls = [{ server: 'agents.shop.stock', tool: 'count', arguments: { item: 'tea' }, result: 3 }];
    expect(toConversationMessages({ content: 'Three.', toolCalls }, 2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_2_1',
            type: 'function',
            function: { name: 'agents_shop_stock__count', arguments: '{"item":"tea"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2_1', content: '3' },
      { role: 'assistant', content: 'Three.' },
    ]);
  });
});
