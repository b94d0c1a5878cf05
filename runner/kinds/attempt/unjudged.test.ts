import { expect, it } from 'vitest';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { findUnjudgedParts } from './unjudged.ts';

const send: ToolCall = { tool: 'mail__send_email', arguments: {}, result: { sent: true }, mocked: true };

function listUncoveredCalls(call: ToolCall, ...assertions: Assertion[]): string[] {
  const rules = assertions.map((assertion) => ({ assertion, isForbidden: false, subjects: [] }));
  const { unjudged } = findUnjudgedParts(rules, { toolCalls: [call], endedBeforeDone: false });
  return unjudged?.calls.map(({ name }) => name) ?? [];
}

it('lists a change that no rule covers, even if a mock answered it', () => {
  const contains: Assertion = { type: 'contains', value: 'x' };
  expect(listUncoveredCalls(send, contains)).toEqual(['mail__send_email']);
  expect([
    listUncoveredCalls(send, { type: 'tool_called', name: 'send_email' }),
    listUncoveredCalls(send, { type: 'tools', match: 'only', calls: [{ name: 'send_email' }] }),
    listUncoveredCalls(send, { type: 'state', path: '$.sent', value: 1 }),
    listUncoveredCalls({ ...send, error: 'down' }, contains),
    listUncoveredCalls({ ...send, tool: 'get_order' }, contains),
    listUncoveredCalls({ ...send, tool: 'weather' }, contains),
  ]).toEqual([[], [], [], [], [], []]);
  expect(listUncoveredCalls({ tool: 'weather' }, contains)).toEqual(['weather']);
});
