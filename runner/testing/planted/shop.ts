import { createContainsAssertion, createRequiredCheckpoint, createToolCalledAssertion, type Story } from './story.ts';

const order = { id: '88213', item: 'red kettle', price: 30, delivered: '2026-03-02', customer: 'C-1009' };

/** A customer returns a kettle, in seven turns. */
export const shop: Story = {
  goal: 'Send the kettle of order 88213 back because it leaks; take the money, not a voucher.',
  checkpoints: [
    createRequiredCheckpoint('offer', [], createContainsAssertion('30.00 euros')),
    createRequiredCheckpoint('label', ['offer'], createToolCalledAssertion('create_label', { order: '88213' })),
    createRequiredCheckpoint('refunded', ['label'], {
      type: 'tool_called',
      name: 'refund',
      arguments: { order: '88213', amount: 30 },
      succeeded: true,
    }),
    createRequiredCheckpoint('closed', ['refunded'], createContainsAssertion('three working days')),
    { ...createRequiredCheckpoint('no voucher', [], { type: 'tool_called', name: 'issue_voucher', times: 0 }) },
  ],
  steps: [
    {
      user: [
        'My kettle leaks.',
        'Hello! Water runs out of the kettle that I bought.',
        'Hi, a kettle of yours is broken.',
      ],
      agent: ['I am sorry. What is the order number?', 'Sorry about that! Which order is it?'],
    },
    {
      user: ['Order 88213.', 'The number on the slip says 88213.', 'That would be 88213'],
      calls: [{ tool: 'get_order', arguments: { id: '88213' }, result: order }],
      agent: ['I see it: a red kettle, delivered on 2 March.', 'Thanks, a red kettle that came on 2 March.'],
    },
    {
      user: [
        'Yes. Can I give it back?',
        'Right, that one. What can you do for me?',
        'Exactly. Do I get anything for it?',
      ],
      calls: [{ tool: 'check_return', arguments: { order: '88213' }, result: { allowed: true, amount: 30 } }],
      agent: [
        'You can return it, and you get 30.00 euros back.',
        'A return is possible: we would pay 30.00 euros back to you.',
      ],
    },
    {
      user: [
        'I would rather have money than a voucher.',
        'No voucher, please, real money.',
        'Money then, I want no credit.',
      ],
      agent: ['Understood, money it is.', 'That is fine, you get money.'],
    },
    {
      user: ['How do I send it?', 'And the parcel, who pays for it?', 'What about postage?'],
      calls: [{ tool: 'create_label', arguments: { order: '88213' }, result: { label: 'L-7741' } }],
      agent: ['Here is a free label: L-7741.', 'I made you a label, L-7741. It is free.'],
    },
    {
      user: ['Good. And the money?', 'Printed it. When is my money coming?', 'Then start the payment, please.'],
      calls: [
        { tool: 'refund', arguments: { order: '88213', amount: 30 }, result: { refund: 'R-90' } },
        { tool: 'close_ticket', arguments: { order: '88213' }, result: { closed: true } },
      ],
      agent: [
        'It is on its way and arrives within three working days.',
        'I have sent it; expect it in three working days.',
      ],
    },
    {
      user: ['Thanks.', 'Wonderful, bye!', 'You are great, thank you.'],
      agent: ['You are welcome.', 'Have a nice day!'],
    },
  ],
};
