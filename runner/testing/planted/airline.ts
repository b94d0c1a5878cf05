import { createContainsAssertion, createRequiredCheckpoint, createToolCalledAssertion, type Story } from './story.ts';

const booking = { passenger: 'Mira Olsen', flight: 'LH402', date: '2026-05-12', fare: 'flex' };
const flights = [
  { flight: 'LH402', departs: '10:20', price: 812 },
  { flight: 'UA961', departs: '17:05', price: 745 },
];

/** A passenger reschedules a flight by two days, in nine turns. */
export const airline: Story = {
  goal: 'Move booking QX7K2P to the later flight of 14 May, hear the price before, get the confirmation by e-mail.',
  checkpoints: [
    createRequiredCheckpoint('found', [], createToolCalledAssertion('get_booking', { code: 'QX7K2P' })),
    createRequiredCheckpoint('options', ['found'], createContainsAssertion('745.00')),
    createRequiredCheckpoint('quoted', ['found'], createContainsAssertion('85.50')),
    createRequiredCheckpoint('changed', ['quoted'], createToolCalledAssertion('change_booking', { flight: 'UA961' })),
    createRequiredCheckpoint('mailed', ['changed'], createToolCalledAssertion('send_email')),
  ],
  assertions: [
    {
      type: 'tools',
      match: 'only',
      calls: [{ name: 'change_booking' }, { name: 'send_email' }],
      ignore: ['get_*', 'search_*', 'quote_*'],
    },
  ],
  steps: [
    {
      user: ['Hello, I need to move a flight.', 'Good morning! My plans changed.', 'Hi there, can you rebook me?'],
      agent: ['Gladly. What is your booking code?', 'Of course. Which booking code do you have?'],
    },
    {
      user: ['It is QX7K2P.', 'My code reads QX7K2P, I think.', 'Sure: QX7K2P'],
      calls: [{ tool: 'get_booking', arguments: { code: 'QX7K2P' }, result: booking }],
      agent: [
        'I found the booking of Mira Olsen: LH402 on 12 May.',
        'Thank you. Mira Olsen, flight LH402 on 12 May, is that right?',
      ],
    },
    {
      user: [
        'What flies on 14 May?',
        'Yes. Which planes go on the 14th of May?',
        'Two days later, 14 May, what is there?',
      ],
      calls: [{ tool: 'search_flights', arguments: { from: 'FRA', to: 'EWR', date: '2026-05-14' }, result: flights }],
      agent: [
        'LH402 leaves at 10:20 for 812.00 euros, UA961 at 17:05 for 745.00 euros.',
        'On that day there are two: LH402 (10:20, 812.00 euros) and UA961 (17:05, 745.00 euros).',
      ],
    },
    {
      user: ['How much luggage may I take?', 'And my suitcase, is one included?', 'One question first: bags?'],
      agent: ['One bag of 23 kg is included.', 'Your fare includes one bag, up to 23 kg.'],
    },
    {
      user: [
        'The later one. What does it cost me?',
        'Then the evening flight. Any fees?',
        'I prefer 17:05, at what price?',
      ],
      calls: [
        { tool: 'quote_change', arguments: { code: 'QX7K2P', flight: 'UA961' }, result: { fee: 60, total: 85.5 } },
      ],
      agent: ['The change costs 85.50 euros in total.', 'In total you would pay 85.50 euros for the change.'],
    },
    {
      user: [
        'Could I change again later?',
        'Is that final, or could I move once more?',
        'And if my plans change again?',
      ],
      agent: ['Yes, until 24 hours before departure.', 'You may change again up to 24 hours before the plane leaves.'],
    },
    {
      user: ['Good, please do it.', 'All right, go ahead with it.', 'Fine. Book it, please.'],
      calls: [
        {
          tool: 'change_booking',
          arguments: { code: 'QX7K2P', flight: 'UA961' },
          result: { confirmation: 'CNF-5521' },
        },
      ],
      agent: ['Done. Your confirmation is CNF-5521.', 'It is changed; the confirmation number is CNF-5521.'],
    },
    {
      user: [
        'Send that to mira@example.org.',
        'I want it by mail: mira@example.org',
        'Please mail it, mira@example.org.',
      ],
      calls: [
        { tool: 'send_email', arguments: { to: 'mira@example.org', confirmation: 'CNF-5521' }, result: { sent: true } },
      ],
      agent: ['It is on its way to mira@example.org.', 'I sent it to mira@example.org.'],
    },
    {
      user: ['Thank you.', 'That was all, bye.', 'Perfect, many thanks!'],
      agent: ['Have a good flight!', 'Safe travels, Mira.'],
    },
  ],
};
