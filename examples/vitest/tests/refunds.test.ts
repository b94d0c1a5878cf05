import { conversation, describeSuite } from 'turntree/vitest';
import { describe, expect, it } from 'vitest';
import { refundDesk } from '../src/agent.ts';

describeSuite('tests/refunds.jsonl', { agent: refundDesk, runs: 2 });

describe('the refund desk', () => {
  it('asks for the order before it refunds', async () => {
    const talk = await conversation(refundDesk).says('I want my money back').says('Order 17');
    await expect(talk).toReach('Which order', { type: 'contains', value: '30.5' });
    await expect(talk).toHaveCalled('refund', { id: '17' });
  });

  it('refunds nothing that is too old', async () => {
    const talk = await conversation(refundDesk).says('Refund order 18').says('But I insist: 18!');
    await expect(talk).toNever({ type: 'tool_called', name: 'refund' });
    expect(talk.answer).toContain('sorry');
  });
});
