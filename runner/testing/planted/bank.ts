import { createContainsAssertion, createRequiredCheckpoint, createToolCalledAssertion, type Story } from './story.ts';

const card = { card: 'card-4417', status: 'active', holder: 'Jon Reed' };
const payments = [
  { id: 'tx-301', shop: 'Corner Bakery', amount: 4.2 },
  { id: 'tx-302', shop: 'Gadget Barn', amount: 249.99 },
  { id: 'tx-303', shop: 'City Transit', amount: 2.9 },
];

/**
 * A conversation in which a customer blocks a stolen card, disputes a payment and orders a new card, in eleven turns.
 */
export const bank: Story = {
  goal: 'Block the stolen card, dispute the payment at Gadget Barn, have a new card sent to 12 Mill Lane.',
  checkpoints: [
    createRequiredCheckpoint('verified', [], createToolCalledAssertion('verify_identity', { birthday: '1984-07-19' })),
    createRequiredCheckpoint('blocked', ['verified'], createToolCalledAssertion('block_card', { card: 'card-4417' })),
    createRequiredCheckpoint('payment', ['verified'], createContainsAssertion('249.99')),
    createRequiredCheckpoint('disputed', ['payment'], {
      type: 'tool_called',
      name: 'open_dispute',
      arguments: { payment: 'tx-302' },
      succeeded: true,
    }),
    createRequiredCheckpoint('reference', ['disputed'], createContainsAssertion('D-6620')),
    createRequiredCheckpoint(
      'replaced',
      ['blocked'],
      createToolCalledAssertion('order_card', { address: '12 Mill Lane' }),
    ),
  ],
  assertions: [
    {
      type: 'tools',
      match: 'exactly',
      calls: [{ name: 'block_card' }, { name: 'open_dispute' }, { name: 'order_card' }],
      ignore: ['verify_*', 'get_*', 'list_*'],
    },
  ],
  steps: [
    {
      user: ['My wallet was stolen.', 'Help, somebody took my wallet!', 'Hello, my purse is gone, card included.'],
      agent: ['I can help. What is your date of birth?', 'I am sorry. May I have your date of birth first?'],
    },
    {
      user: ['19 July 1984.', 'July 19th, 1984', 'I was born on 19 July 1984.'],
      calls: [{ tool: 'verify_identity', arguments: { birthday: '1984-07-19' }, result: { customer: 'K-55' } }],
      agent: ['Thank you, Jon.', 'Thanks, that matches, Jon.'],
    },
    {
      user: ['Which card do you see?', 'What do you have on file?', 'Can you see my card?'],
      calls: [{ tool: 'get_card', arguments: { customer: 'K-55' }, result: card }],
      agent: ['There is one card, ending in 4417.', 'I see a single card with the end 4417.'],
    },
    {
      user: ['Block it.', 'Please stop that card at once.', 'Yes, that one. Nobody should use it.'],
      calls: [{ tool: 'block_card', arguments: { card: 'card-4417' }, result: { blocked: true } }],
      agent: ['The card is blocked.', 'Nobody can use that card any more.'],
    },
    {
      user: ['Did anybody use it?', 'Were there payments after that?', 'Has it been used today?'],
      calls: [{ tool: 'list_payments', arguments: { card: 'card-4417' }, result: payments }],
      agent: [
        'Three payments: Corner Bakery 4.20, Gadget Barn 249.99, City Transit 2.90.',
        'Today: 4.20 at Corner Bakery, 249.99 at Gadget Barn, and 2.90 at City Transit.',
      ],
    },
    {
      user: ['I was never at Gadget Barn.', 'The one for gadgets is not mine.', 'Gadget Barn? That was not me.'],
      agent: ['Shall I dispute that payment?', 'I can open a dispute for that payment, if you like.'],
    },
    {
      user: ['Yes, do that.', 'Yes please.', 'Of course!'],
      calls: [{ tool: 'open_dispute', arguments: { payment: 'tx-302' }, result: { dispute: 'D-6620' } }],
      agent: ['The dispute has the reference D-6620.', 'Done, the reference of it is D-6620.'],
    },
    {
      user: ['How long will it take?', 'When do I hear from you about that?', 'And how long do I wait?'],
      agent: ['Up to ten days.', 'It takes ten days at most.'],
    },
    {
      user: ['I need a new card.', 'Could I have another card?', 'What about a replacement?'],
      agent: ['Where should we send it?', 'Sure. Which address may we use?'],
    },
    {
      user: ['12 Mill Lane.', 'To 12 Mill Lane, my home.', 'My address is 12 Mill Lane'],
      calls: [{ tool: 'order_card', arguments: { address: '12 Mill Lane' }, result: { days: 5 } }],
      agent: ['It arrives in five days.', 'You will have it within five days.'],
    },
    {
      user: ['Thank you.', 'Thanks for the quick help!', 'That is all.'],
      agent: ['Take care, Jon.', 'All the best, Jon.'],
    },
  ],
};
