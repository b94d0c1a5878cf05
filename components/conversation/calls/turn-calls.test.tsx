import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { CurrencyContext } from '@/components/spending/currency-context';
import { renderView } from '@/components/testing/render-view';
import { AttemptAddressContext } from '@/components/ui/full-text-context';
import { type ModelExchange, modelCallQuery } from '@/lib/queries';
import type { ModelCallOutline, ToolRun } from '@/runner/fold';
import { TurnCalls } from './turn-calls';

const attemptAddress = { runId: 'run-1', suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };
const usage = { inputTokens: 1200, outputTokens: 34, calls: 1, retries: 0, cost: 0.02 };

function call(seq: number, fields: Partial<ModelCallOutline> = {}): ModelCallOutline {
  const facts = {
    turn: 2,
    role: 'agent',
    agentId: 'shop',
    connector: 'gpt',
    startedAt: seq * 100,
    durationMs: 80,
  } as const;
  return { seq, ...facts, usage, finishReason: 'stop', ...fields };
}

const message = (role: string, content: string) => ({ role, content });
const exchange: ModelExchange = {
  request: {
    options: { temperature: 0.2 },
    tools: [{ name: 'find_order', description: 'Finds an order', parameters: { type: 'object' } }],
    messages: [
      message('system', 'Be brief.'),
      ...Array.from({ length: 8 }, (_, position) => message('user', `message ${position}`)),
      message('user', '{"order": {"id": 88213}}'),
    ],
  },
  answer: { content: 'It is on its way.', toolCalls: [{ tool: 'find_order', arguments: { id: 88213 } }] },
};

function showCalls(calls: ModelCallOutline[], tools: ToolRun[] = []) {
  return renderView(
    <CurrencyContext value="EUR">
      <AttemptAddressContext value={attemptAddress}>
        <TurnCalls view={{ turn: 2, calls, tools }} />
      </AttemptAddressContext>
    </CurrencyContext>,
    { answers: (queries) => queries.setQueryData(modelCallQuery(attemptAddress, 1).queryKey, exchange) },
  );
}

// Loads the lazily loaded code before the tests, so that they need not wait for it.
beforeAll(() => import('./call-list'));

describe('the model calls of a turn', () => {
  it('are a line until they are opened: how many, what they took, and how many failed', () => {
    showCalls([call(1), call(2, { role: 'judge', error: 'answered 503', usage: undefined })]);
    expect(screen.getByText('2 model calls · 1,234 tokens · 160ms · 1 failed')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Model calls' })).toBeNull();
  });

  it('say of each call who asked which model, in the order in which they began', async () => {
    const lookup = { call: 1, turn: 2, tool: 'find_order', startedAt: 190, durationMs: 5, error: 'no such order' };
    const { user } = showCalls([call(2, { role: 'judge', connector: 'claude' }), call(1)], [lookup]);
    await user.click(screen.getByText(/2 model calls/));
    const list = await screen.findByRole('list', { name: 'Model calls' });
    const [first, tool, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toContain('agent');
    expect(first?.textContent).toContain('1,200 + 34 tokens');
    expect(first?.textContent).toContain('0.02 EUR');
    expect(tool?.textContent).toContain('find_order');
    expect(second?.textContent).toContain('judge');
    expect(second?.textContent).toContain('claude');
  });

  it('show what was asked and answered: instructions, the last messages, tools, parameters', async () => {
    const { user } = showCalls([call(1)]);
    await user.click(screen.getByText(/1 model call/));
    const list = await screen.findByRole('list', { name: 'Model calls' });
    await user.click(within(list).getByText('gpt'));
    const messages = await screen.findByRole('region', { name: 'Messages' });
    expect(messages.textContent).toContain('Be brief.');
    expect(messages.textContent).toContain('message 7');
    expect(messages.textContent).not.toContain('message 0');
    expect(messages.textContent).toContain('88213');
    await user.click(within(messages).getByRole('button', { name: 'Show 5 earlier messages' }));
    expect(messages.textContent).toContain('message 0');
    expect(screen.getByRole('region', { name: 'Parameters' }).textContent).toContain('temperature: 0.2');
    expect(screen.getByRole('region', { name: 'Tools (1)' }).textContent).toContain('find_order');
    expect(screen.getByRole('region', { name: 'Answer' }).textContent).toContain('It is on its way.');
  });
});
