import { airline } from './airline.ts';
import { bank } from './bank.ts';
import { hotel } from './hotel.ts';
import { shop } from './shop.ts';
import type { Story, StoryCall, StoryStep } from './story.ts';

export const plantedKinds = ['wrong argument', 'missing call', 'wrong order', 'extra write', 'wrong text'] as const;

/** A planted mistake of the agent: how the conversation with the mistake differs from the passing one. */
export type PlantedFault = {
  name: string;
  kind: (typeof plantedKinds)[number];
  suite: string;
  story: Story;
  /** True if the simulator and the agent use other wording in every attempt. */
  isVaried: boolean;
  /** The turn with the agent's error. */
  turn: number;
  /** The steps of the conversation that are changed, by number; all others stay the same. */
  changes: Readonly<Record<number, Partial<StoryStep>>>;
  /** The step after which the user gives up. */
  endsAfter?: number;
};

const shops = { suite: 'tests/shop.jsonl', story: shop };
const airlines = { suite: 'tests/airline.jsonl', story: airline };
const banks = { suite: 'tests/bank.jsonl', story: bank };
const hotels = { suite: 'tests/hotel.jsonl', story: hotel };

function createStoryCall(
  tool: string,
  args: StoryCall['arguments'],
  result: StoryCall['result'] = { ok: true },
): StoryCall {
  return { tool, arguments: args, result };
}

function createRefusedCall(tool: string, args: StoryCall['arguments'], error: string): StoryCall {
  return { tool, arguments: args, error };
}

/**
 * Test conversations that were written before the diagnosis existed. Some contain harmless differences before the
 * error.
 */
export const plantedFaults: readonly PlantedFault[] = [
  {
    ...airlines,
    name: 'books the earlier flight',
    kind: 'wrong argument',
    isVaried: false,
    turn: 7,
    changes: {
      4: { agent: ['You may take one bag, 23 kg at most.'] },
      7: {
        calls: [createStoryCall('change_booking', { code: 'QX7K2P', flight: 'LH402' }, { confirmation: 'CNF-5521' })],
      },
    },
  },
  {
    ...shops,
    name: 'looks up another order',
    kind: 'wrong argument',
    isVaried: true,
    turn: 2,
    changes: {
      2: {
        calls: [
          createStoryCall(
            'get_order',
            { id: '88231' },
            { id: '88231', item: 'blue lamp', price: 18, customer: 'C-1009' },
          ),
        ],
        agent: ['I see it: a blue lamp, delivered on 9 March.', 'Thanks, a blue lamp that came on 9 March.'],
      },
      3: {
        calls: [createStoryCall('check_return', { order: '88231' }, { allowed: true, amount: 18 })],
        agent: ['You can return it, and you get 18.00 euros back.'],
      },
      5: { calls: [createStoryCall('create_label', { order: '88231' }, { label: 'L-7741' })] },
      6: { calls: [createStoryCall('refund', { order: '88231', amount: 18 }, { refund: 'R-90' })] },
    },
  },
  {
    ...banks,
    name: 'disputes another payment',
    kind: 'wrong argument',
    isVaried: false,
    turn: 7,
    changes: { 7: { calls: [createStoryCall('open_dispute', { payment: 'tx-303' }, { dispute: 'D-6620' })] } },
  },
  {
    ...hotels,
    name: 'holds two nights',
    kind: 'wrong argument',
    isVaried: false,
    turn: 4,
    changes: {
      3: { calls: [createStoryCall('get_map', { city: 'Bergen' }, { map: 'bergen.png' })] },
      4: { calls: [createStoryCall('hold_room', { hotel: 'H-31', nights: 2 }, { hold: 'HOLD-77', base: 196 })] },
      6: {
        calls: [createStoryCall('add_extra', { hold: 'HOLD-77', extra: 'breakfast', people: 2 }, { total: 232 })],
        agent: ['With breakfast it is 232.00 in total.'],
      },
    },
  },
  {
    ...airlines,
    name: 'guesses the price',
    kind: 'missing call',
    isVaried: true,
    turn: 5,
    changes: {
      3: {
        calls: [
          createStoryCall('search_flights', { from: 'FRA', to: 'EWR', date: '2026-05-13' }, []),
          createStoryCall('search_flights', { from: 'FRA', to: 'EWR', date: '2026-05-14' }, [
            { flight: 'LH402', departs: '10:20', price: 812 },
            { flight: 'UA961', departs: '17:05', price: 745 },
          ]),
        ],
      },
      5: { calls: [], agent: ['That should be around ninety euros.', 'I would say about ninety euros.'] },
    },
  },
  {
    ...shops,
    name: 'sends no label',
    kind: 'missing call',
    isVaried: false,
    turn: 5,
    changes: {
      2: { agent: ['There it is: one red kettle, delivered on 2 March.'] },
      5: { calls: [], agent: ['Just send it to our address, the postage is free.'] },
    },
  },
  {
    ...banks,
    name: 'verifies nobody',
    kind: 'missing call',
    isVaried: true,
    turn: 2,
    changes: { 2: { calls: [], agent: ['Thank you.', 'Thanks for that.'] } },
  },
  {
    ...hotels,
    name: 'adds no breakfast',
    kind: 'missing call',
    isVaried: false,
    turn: 6,
    changes: { 6: { calls: [], agent: ['I will note that breakfast is wanted.'] } },
  },
  {
    ...airlines,
    name: 'changes before it quotes',
    kind: 'wrong order',
    isVaried: false,
    turn: 5,
    changes: {
      5: {
        calls: [createStoryCall('change_booking', { code: 'QX7K2P', flight: 'UA961' }, { confirmation: 'CNF-5521' })],
        agent: ['You are on UA961 now, confirmation CNF-5521.'],
      },
      7: {
        calls: [createStoryCall('quote_change', { code: 'QX7K2P', flight: 'UA961' }, { fee: 60, total: 85.5 })],
        agent: ['It is done already. It was 85.50 euros in total.'],
      },
    },
  },
  {
    ...shops,
    name: 'refunds before the label',
    kind: 'wrong order',
    isVaried: true,
    turn: 4,
    changes: {
      4: {
        calls: [createStoryCall('refund', { order: '88213', amount: 30 }, { refund: 'R-90' })],
        agent: ['Understood, I have sent the money.', 'That is fine, your money is under way.'],
      },
      6: { calls: [createStoryCall('close_ticket', { order: '88213' }, { closed: true })] },
    },
  },
  {
    ...banks,
    name: 'orders a card before the old one is blocked',
    kind: 'wrong order',
    isVaried: true,
    turn: 3,
    changes: {
      3: {
        calls: [
          createStoryCall(
            'get_card',
            { customer: 'K-55' },
            { card: 'card-4417', status: 'active', holder: 'Jon Reed' },
          ),
          createStoryCall('order_card', { address: '12 Mill Lane' }, { days: 5 }),
        ],
      },
      9: { agent: ['It is ordered already.'] },
      10: { calls: [], agent: ['Yes, it goes there and arrives in five days.'] },
    },
  },
  {
    ...hotels,
    name: 'confirms before the total',
    kind: 'wrong order',
    isVaried: false,
    turn: 5,
    changes: {
      5: {
        calls: [
          createStoryCall('get_extras', { hotel: 'H-31' }, { breakfast: 9 }),
          createStoryCall('confirm_room', { hold: 'HOLD-77' }, { booking: 'B-4410' }),
        ],
      },
      9: { calls: [], agent: ['It is booked already, B-4410.'] },
    },
  },
  {
    ...airlines,
    name: 'cancels the booking, too',
    kind: 'extra write',
    isVaried: false,
    turn: 6,
    changes: { 6: { calls: [createStoryCall('cancel_booking', { code: 'QX7K2P' })] } },
  },
  {
    ...shops,
    name: 'issues a voucher, too',
    kind: 'extra write',
    isVaried: true,
    turn: 4,
    changes: { 4: { calls: [createStoryCall('issue_voucher', { customer: 'C-1009', amount: 30 })] } },
  },
  {
    ...banks,
    name: 'freezes the account',
    kind: 'extra write',
    isVaried: true,
    turn: 5,
    changes: {
      5: {
        calls: [
          createStoryCall('list_payments', { card: 'card-4417' }, [
            { id: 'tx-301', shop: 'Corner Bakery', amount: 4.2 },
            { id: 'tx-302', shop: 'Gadget Barn', amount: 249.99 },
            { id: 'tx-303', shop: 'City Transit', amount: 2.9 },
          ]),
          createStoryCall('freeze_account', { customer: 'K-55' }, { frozen: true }),
        ],
      },
      7: {
        calls: [createRefusedCall('open_dispute', { payment: 'tx-302' }, 'the account is frozen')],
        agent: ['I cannot open one at the moment.', 'That does not work right now.'],
      },
    },
  },
  {
    ...hotels,
    name: 'gives the room away',
    kind: 'extra write',
    isVaried: false,
    turn: 8,
    changes: {
      8: {
        calls: [
          createStoryCall('get_terms', { hotel: 'H-31' }, { cancel: '48 hours' }),
          createStoryCall('release_hold', { hold: 'HOLD-77' }, { released: true }),
        ],
      },
      9: {
        calls: [createRefusedCall('confirm_room', { hold: 'HOLD-77' }, 'no such hold')],
        agent: ['I am sorry, that room is gone.'],
      },
    },
    endsAfter: 9,
  },
  {
    ...airlines,
    name: 'turns the digits of a price around',
    kind: 'wrong text',
    isVaried: true,
    turn: 3,
    changes: {
      3: {
        agent: [
          'LH402 leaves at 10:20 for 812.00 euros, UA961 at 17:05 for 475.00 euros.',
          'On that day there are two: LH402 (10:20, 812.00 euros) and UA961 (17:05, 475.00 euros).',
        ],
      },
    },
  },
  {
    ...shops,
    name: 'refuses a return that is allowed',
    kind: 'wrong text',
    isVaried: true,
    turn: 3,
    changes: {
      3: {
        agent: ['I am afraid that kettles cannot be returned.', 'Unfortunately we do not take kettles back.'],
      },
      4: {
        user: ['But it leaks!', 'That cannot be true, it is broken!', 'Even a broken one?'],
        agent: ['I am sorry, those are the rules.', 'Yes, I am sorry.'],
      },
    },
    endsAfter: 4,
  },
  {
    ...banks,
    name: 'says another reference',
    kind: 'wrong text',
    isVaried: false,
    turn: 7,
    changes: { 7: { agent: ['The dispute has the reference D-6602.'] } },
  },
  {
    ...hotels,
    name: 'says the wrong terms',
    kind: 'wrong text',
    isVaried: true,
    turn: 8,
    changes: {
      3: { calls: [createStoryCall('get_map', { city: 'Bergen' }, { map: 'bergen.png' })] },
      8: { agent: ['You can cancel up to 24 hours before.', 'Until 24 hours before you arrive it is free.'] },
    },
  },
];
