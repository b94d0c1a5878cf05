import * as z from 'zod';
import type { Assertion, TestCase } from '../contract/index.ts';
import { formatContentText } from '../fold/index.ts';
import { AgentError, type AgentRequest } from '../ports/index.ts';
import { checkpoint, dynamicCase, standardCase } from './case-factory.ts';
import { answeringAgent, type FakeAgent, type ScriptedAnswer } from './fake-agents.ts';

const createCustomerSimulator = (persona: string, metadata: Record<string, string> = {}) => ({
  use: 'simulator',
  options: { metadata: { persona, goal: 'Get the money back', ...metadata } },
});

const politeness: Assertion = { type: 'agent', use: 'judge', value: 'The answer is polite.' };
const moneyBack = { input: 'I want my money back.', tags: ['refund'] };

/**
 * Test conversations of a shop: refunds, of which the first passes, and questions, of which two are answered correctly.
 */
export const shopCases: readonly TestCase[] = [
  dynamicCase({
    ...moneyBack,
    id: 'R-01',
    name: 'Refund with an order id',
    simulator: createCustomerSimulator('Patient customer who knows the order id'),
    checkpoints: [
      checkpoint({ id: 'ask_order', assert: [{ type: 'regex', value: '(?i)order id' }] }),
      checkpoint({ id: 'lookup', after: ['ask_order'], assert: [{ type: 'tool_called', value: 'lookup_order' }] }),
      checkpoint({ id: 'polite', after: ['ask_order'], required: false, assert: [politeness] }),
      checkpoint({ id: 'refund', after: ['lookup'], assert: [{ type: 'tool_called', value: 'refund_payment' }] }),
    ],
    maxTurns: 6,
  }),
  dynamicCase({
    ...moneyBack,
    id: 'R-02',
    name: 'The order id is never found',
    simulator: createCustomerSimulator('Forgetful customer', { mood: 'annoyed' }),
    checkpoints: [
      checkpoint({ id: 'ask_order', assert: [{ type: 'regex', value: '(?i)order id' }] }),
      checkpoint({
        id: 'offer_search',
        description: 'Offers to search by name or address',
        after: ['ask_order'],
        assert: [{ type: 'regex', value: '(?i)name|address' }],
      }),
      checkpoint({ id: 'refund', after: ['offer_search'], assert: [{ type: 'tool_called', value: 'refund_payment' }] }),
    ],
    maxTurns: 4,
  }),
  dynamicCase({
    id: 'R-03',
    name: 'Refund refused after 30 days',
    input: 'I want a refund for 88213',
    tags: ['refund', 'policy'],
    simulator: createCustomerSimulator('Insisting customer'),
    checkpoints: [
      checkpoint({
        id: 'verify',
        description: 'Verifies who asks',
        assert: [{ type: 'contains', value: 'date of birth' }],
      }),
      checkpoint({ id: 'lookup', after: ['verify'], assert: [{ type: 'tool_called', value: 'lookup_order' }] }),
      checkpoint({ id: 'refund', after: ['lookup'], assert: [{ type: 'tool_called', value: 'refund_payment' }] }),
    ],
    maxTurns: 5,
  }),
  standardCase({
    id: 'S-01',
    name: 'Opening hours',
    input: 'What are your opening hours?',
    tags: ['faq'],
    assertions: [{ type: 'contains', value: '9:00' }],
  }),
  standardCase({
    id: 'S-02',
    name: 'Order as data',
    input: 'Give me the order as json',
    assertions: [{ type: 'json_path', path: '$.order.total', value: 49.9 }],
  }),
  standardCase({
    id: 'S-03',
    name: 'Delivery promise',
    input: 'When does it arrive? (flaky)',
    assertions: [{ type: 'contains', value: 'Monday' }],
  }),
  standardCase({
    id: 'S-04',
    name: 'Warehouse down',
    input: 'Please crash',
    assertions: [{ type: 'contains', value: 'sorry' }],
  }),
  standardCase({
    id: 'S-06',
    name: 'Not polite enough',
    input: 'Good morning',
    assertions: [politeness, { type: 'equals', value: 'You said: Good evening' }],
  }),
];

/** Returns the shop cases with these ids, in this order. */
export function selectShopCases(...ids: string[]): TestCase[] {
  return ids.flatMap((id) => shopCases.filter((each) => each.id === id));
}

/** The agents of the shop: the assistant, its simulated customers, and a judge of tone. */
export function createShopAgents(): FakeAgent[] {
  return [
    answeringAgent('echo', answerAsShop),
    answeringAgent('simulator', answerAsCustomer),
    answeringAgent('judge', judgeToneOfShop),
  ];
}

function answerAsShop({ messages, context: { attempt, caseId } }: AgentRequest): ScriptedAnswer {
  const text = formatContentText(messages.at(-1)?.content ?? null);
  if (/crash/i.test(text)) return new AgentError('the warehouse does not answer', 'agent');
  if (/flaky/i.test(text)) return attempt % 3 === 0 ? 'Maybe next week.' : 'The parcel arrives on Monday.';
  if (/json/i.test(text)) return { next: { order: { id: 88213, items: ['lamp', 'cable'], total: 45.9 }, paid: true } };
  if (/opening hours/i.test(text)) return 'We are open Monday to Friday, **9:00 to 18:00**.';
  if (/yes/i.test(text)) return caseId === 'R-03' ? 'A refund is not possible after 30 days.' : refund;
  const order = /\b(\d{5})\b/.exec(text)?.[1];
  if (order !== undefined) return answerOrderLookup(order);
  if (/money back|refund/i.test(text)) return 'I am sorry to hear that. May I have the **order id**?';
  return `You said: ${text}`;
}

const refund: ScriptedAnswer = {
  content: 'Done. **45.90** is on its way back to your card.',
  toolCalls: [{ tool: 'refund_payment', arguments: { amount: 45.9 }, result: { ok: true, reference: 'RF-2041' } }],
};

function answerOrderLookup(order: string): ScriptedAnswer {
  return {
    content: `I found order ${order}. Shall I refund **45.90**?`,
    toolCalls: [
      {
        tool: 'lookup_order',
        arguments: { order_id: order, include: ['items', 'payments'] },
        result: { status: 'delivered', items: [{ name: 'Lamp Nordlys', price: 39 }] },
      },
    ],
  };
}

const requestSchema = z.looseObject({
  persona: z.string(),
  conversation: z.array(z.looseObject({ role: z.string(), content: z.string().nullable() })),
});

function answerAsCustomer({ messages }: AgentRequest): ScriptedAnswer {
  const { persona, conversation } = requestSchema.parse(
    JSON.parse(formatContentText(messages.at(-1)?.content ?? null)),
  );
  const reply = conversation.findLast(({ role, content }) => role !== 'tool' && content)?.content ?? '';
  if (/order id/.test(reply)) {
    return /forgetful/i.test(persona)
      ? formatSimulatorMove('I do not have it at hand.', 'This person never finds anything.')
      : formatSimulatorMove('It is 88213.', 'The assistant needs the order id, and I know it.');
  }
  if (/shall i refund/i.test(reply)) return formatSimulatorMove('Yes, please.', 'The amount is right, so I confirm.');
  if (/not possible/.test(reply))
    return formatSimulatorMove('Then I will write a bad review.', 'There is nothing left to try.', true);
  if (/on its way/.test(reply)) return formatSimulatorMove('', 'The money is coming back.', true);
  return formatSimulatorMove('I really want my money back.', 'Insist: nothing has happened yet.');
}

function formatSimulatorMove(message: string, reasoning: string, isOver = false): string {
  return JSON.stringify({ message, goal_achieved: isOver, reasoning });
}

function judgeToneOfShop({ messages }: AgentRequest): ScriptedAnswer {
  const { output } = z
    .looseObject({ output: z.string() })
    .parse(JSON.parse(formatContentText(messages.at(-1)?.content ?? null)));
  return JSON.stringify(
    /sorry|please|thank/.test(output)
      ? { passed: true, reason: 'The answer shows regret before it asks for anything.', score: 0.9 }
      : {
          passed: false,
          score: 0.3,
          reason: 'The answer is correct, but curt: no greeting and no regret.',
        },
  );
}
