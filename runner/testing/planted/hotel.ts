import { createContainsAssertion, createRequiredCheckpoint, createToolCalledAssertion, type Story } from './story.ts';

const hotels = [
  { hotel: 'H-12', name: 'Harbour Inn', price: 129 },
  { hotel: 'H-31', name: 'Garden Court', price: 98 },
];

/** A guest books a room with breakfast and a table, in thirteen turns. */
export const hotel: Story = {
  goal: 'Three nights in Bergen from 3 June for two, the cheaper hotel, with breakfast, and a table on the first evening.',
  checkpoints: [
    createRequiredCheckpoint('list', [], createContainsAssertion('98.00')),
    createRequiredCheckpoint('room', ['list'], createToolCalledAssertion('hold_room', { hotel: 'H-31', nights: 3 })),
    createRequiredCheckpoint('total', ['room'], createContainsAssertion('348.00')),
    createRequiredCheckpoint('terms', ['room'], createContainsAssertion('48 hours')),
    createRequiredCheckpoint('booked', ['total', 'terms'], {
      type: 'tool_called',
      name: 'confirm_room',
      arguments: { hold: 'HOLD-77' },
      succeeded: true,
    }),
    createRequiredCheckpoint('table', ['booked'], createToolCalledAssertion('book_table', { people: 2 })),
  ],
  assertions: [{ type: 'json_path', path: '$.summary', value: 'room and table' }],
  steps: [
    {
      user: ['I would like to go to Bergen.', 'We plan a trip to Bergen.', 'Do you have rooms in Bergen?'],
      agent: ['Nice. When, and for how many?', 'Lovely! For which dates and how many guests?'],
    },
    {
      user: [
        'Three nights from 3 June, two people.',
        'From 3 June, the two of us, three nights.',
        '3 to 6 June for two',
      ],
      calls: [{ tool: 'search_hotels', arguments: { city: 'Bergen', from: '2026-06-03' }, result: hotels }],
      agent: [
        'Harbour Inn at 129.00 a night and Garden Court at 98.00 a night.',
        'I have Garden Court (98.00 a night) and Harbour Inn (129.00 a night).',
      ],
    },
    {
      user: ['Are both in the centre?', 'How far are they from the station?', 'Where are they?'],
      agent: ['Both are ten minutes from the station.', 'They are in the centre, ten minutes from the station.'],
    },
    {
      user: ['The cheaper one.', 'Then let us take the less expensive one.', 'Garden Court sounds good.'],
      calls: [{ tool: 'hold_room', arguments: { hotel: 'H-31', nights: 3 }, result: { hold: 'HOLD-77', base: 294 } }],
      agent: ['I hold a room at Garden Court for you.', 'A room at Garden Court is held for you.'],
    },
    {
      user: ['Is breakfast included?', 'What about breakfast?', 'Do we get breakfast there?'],
      calls: [{ tool: 'get_extras', arguments: { hotel: 'H-31' }, result: { breakfast: 9 } }],
      agent: ['Breakfast is 9.00 a person and day.', 'It costs 9.00 for each person and day.'],
    },
    {
      user: ['Add it for both.', 'With breakfast for the two of us, please.', 'We take it.'],
      calls: [
        { tool: 'add_extra', arguments: { hold: 'HOLD-77', extra: 'breakfast', people: 2 }, result: { total: 348 } },
      ],
      agent: ['With breakfast it is 348.00 in total.', 'That makes 348.00 in all, breakfast included.'],
    },
    {
      user: ['Do you have parking?', 'We come by car, is there a place?', 'And the car?'],
      agent: ['There is a garage next door.', 'You can park in the garage next door.'],
    },
    {
      user: ['Until when may I cancel?', 'What if we cannot come?', 'Can we still cancel?'],
      calls: [{ tool: 'get_terms', arguments: { hotel: 'H-31' }, result: { cancel: '48 hours' } }],
      agent: ['You can cancel up to 48 hours before.', 'Until 48 hours before you arrive it is free.'],
    },
    {
      user: ['Then book it.', 'Good, we want the room.', 'Great, confirm it please.'],
      calls: [{ tool: 'confirm_room', arguments: { hold: 'HOLD-77' }, result: { booking: 'B-4410' } }],
      agent: ['Booked: B-4410.', 'Your booking has the number B-4410.'],
    },
    {
      user: ['We want to eat out that evening.', 'Somewhere to eat on the first evening?', 'Any good restaurant?'],
      calls: [
        { tool: 'search_tables', arguments: { date: '2026-06-03' }, result: [{ place: 'Fjord', time: '19:30' }] },
      ],
      agent: ['Fjord has a table at 19:30.', 'There is a table at Fjord, at 19:30.'],
    },
    {
      user: ['Take it.', 'Sounds lovely, please reserve.', 'Yes, for the two of us.'],
      calls: [{ tool: 'book_table', arguments: { place: 'Fjord', people: 2 }, result: { table: 'T-9' } }],
      agent: ['Reserved for two at 19:30.', 'It is reserved, a table for two.'],
    },
    {
      user: ['Is it far to walk?', 'How do we get there?', 'Can we walk there?'],
      agent: ['Five minutes along the harbour.', 'It is a walk of five minutes.'],
    },
    {
      user: ['Perfect, bye.', 'Thanks, that is everything.', 'Thank you so much!'],
      agent: ['{"summary": "room and table"}', '{"summary": "room and table"}'],
    },
  ],
};
