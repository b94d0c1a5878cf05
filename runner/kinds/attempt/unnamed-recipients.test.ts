import { expect, it } from 'vitest';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { plannedCase } from '../../testing/case-factory.ts';
import { findUnnamedRecipients } from './unnamed-recipients.ts';

const rule: Assertion = { type: 'tool_called', name: 'send_invoice', arguments: { to: 'ann@shop.example' } };
const copied = { tool: 'send_invoice', arguments: { to: 'ann@shop.example', cc: ['all@shop.example'] } };

function find(call: ToolCall, rules: Assertion[] = [rule], earlier: ToolCall[] = []): string[] {
  const inputs = ['Send the invoice to ann@shop.example'];
  return findUnnamedRecipients({ planned: plannedCase(), rules, inputs, toolCalls: [...earlier, call] });
}

it('an address that the agent was never given is named', () => {
  expect(find(copied)).toEqual([
    'send_invoice was called with all@shop.example, which the agent was never given, and no rule reads it; "arguments_match": "exact" allows no other arguments',
  ]);
});

it.each<[string, string[]]>([
  ['an address of the user', find({ ...copied, arguments: { to: 'Ann@shop.example' } })],
  ['an address of an earlier call', find(copied, [rule], [{ tool: 'find_staff', result: 'all@shop.example' }])],
  ['a tool that no rule names', find({ ...copied, tool: 'send_note' })],
  ['a look-up', find({ ...copied, tool: 'get_invoice' }, [{ ...rule, name: 'get_invoice' }])],
  ['a case with a script', find(copied, [rule, { type: 'script', script: 'scripts.checks.Mail' }])],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
