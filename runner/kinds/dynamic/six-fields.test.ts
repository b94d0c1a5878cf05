import { describe, expect, it } from 'vitest';
import type { Assertion, CaseResult, SimulatedUser } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { dynamicCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { answeringAgent, type ScriptedAnswer } from '../../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';

/** A scripted agent: its answer depends on everything that the user has said and on the last message. */
type Agent = (userText: string, last: string) => ScriptedAnswer;
type Field = { user: SimulatedUser; assertions: Assertion[]; right: Agent; wrong: Agent };

const callTool = (tool: string, args: object, content = 'All done. Is there anything else I can help you with?') => ({
  content,
  toolCalls: [{ tool, arguments: { ...args } }],
});
const elicitedBefore = (value: string[], tool: string): Assertion => ({
  type: 'elicited',
  value,
  before: { type: 'tool_called', value: tool },
});

const bookings: Agent = (userText, last) => {
  if (!/2026-07-0\d/.test(userText)) return "I'd be happy to help! When would you like to check in?";
  if (!/are 2|is 2/.test(userText)) return 'Great choice. How many guests will be staying with us?';
  if (!/Ann Lee/.test(userText)) return 'Thank you. Under which name should I make the reservation?';
  if (!/^yes/i.test(last)) return 'So that is 2 guests from 2026-07-04 for Ann Lee. Shall I book the room?';
  return callTool('book', { guests: 2, date: '2026-07-04' });
};
const refunds: Agent = (userText) => {
  const order = /W\d{7}/.exec(userText)?.[0];
  if (order === undefined) return 'I am sorry to hear that. Could you please provide your **order number**?';
  if (!/@/.test(userText))
    return `Thanks for the order number ${order}. For verification, I also need your e-mail address.`;
  return callTool('refund', { order });
};
const helpDesk: Agent = (userText) => {
  if (!/LT-4471/.test(userText)) return 'Please tell me:\n- the asset tag of your laptop\n- your department\n';
  return callTool('open_ticket', { asset: 'LT-4471', department: /Finance/.exec(userText)?.[0] });
};
const insurance: Agent = (userText) => {
  if (!/POL-88\b/.test(userText)) return 'May I have your policy number?';
  if (!/2026-01-09|January/.test(userText)) return 'And on what date did the accident happen?';
  return callTool('file_claim', { policy: 'POL-88', date: '2026-01-09' });
};
const travel: Agent = (userText) => {
  if (!/Lisbon/.test(userText)) return 'Where to? What is your destination?';
  if (!/Berlin/.test(userText)) return 'Which city are you departing from? Please give me your departure city.';
  return callTool('search_flights', { from: 'Berlin', to: 'Lisbon' });
};
const library: Agent = (userText) => {
  if (!/C-1209/.test(userText)) return 'Could you share your library card number?';
  return 'I am sorry, but I am unable to renew this book because somebody else has reserved it.';
};

const fields: Record<string, Field> = {
  bookings: {
    user: {
      goal: 'book a hotel room',
      facts: { 'check-in date': '2026-07-04', 'number of guests': 2, name: 'Ann Lee' },
    },
    assertions: [{ type: 'tool_called', name: 'book', arguments: { guests: 2 }, times: 1 }],
    right: bookings,
    // This agent books a table without asking for the number of guests.
    wrong: (userText, last) =>
      /2026-07/.test(userText) ? callTool('book', { date: '2026-07-04' }) : bookings(userText, last),
  },
  refunds: {
    user: { goal: 'get a refund for the lamp', facts: { 'order number': 'W2378156', 'e-mail': 'ann@shop.example' } },
    assertions: [
      elicitedBefore(['order number', 'e-mail'], 'refund'),
      { type: 'tool_called', name: 'refund', times: 1 },
    ],
    right: refunds,
    // This agent does not verify the identity of the user.
    wrong: (userText, last) =>
      /W\d{7}/.test(userText) ? callTool('refund', { order: 'W2378156' }) : refunds(userText, last),
  },
  'IT desk': {
    user: { goal: 'report a broken laptop', facts: { 'asset tag': 'LT-4471', department: 'Finance' } },
    assertions: [{ type: 'tool_called', name: 'open_ticket', arguments: { department: 'Finance' }, times: 1 }],
    right: helpDesk,
    // This agent claims an action that it did not perform.
    wrong: (userText, last) =>
      /LT-4471/.test(userText) ? 'I have opened a ticket for you.' : helpDesk(userText, last),
  },
  insurance: {
    user: { goal: 'file a claim', facts: { 'policy number': 'POL-88', 'date of the accident': '2026-01-09' } },
    assertions: [{ type: 'tool_called', name: 'file_claim', arguments: { date: '2026-01-09' }, times: 1 }],
    right: insurance,
    // This agent files the claim twice.
    wrong: (userText, last) => {
      const claim = insurance(userText, last);
      if (typeof claim === 'string' || !('toolCalls' in claim)) return claim;
      return { ...claim, toolCalls: [...(claim.toolCalls ?? []), ...(claim.toolCalls ?? [])] };
    },
  },
  travel: {
    user: { goal: 'find a flight', facts: { destination: 'Lisbon', 'departure city': 'Berlin' } },
    assertions: [{ type: 'tool_called', name: 'search_flights', arguments: { from: 'Berlin', to: 'Lisbon' } }],
    right: travel,
    // This agent asks the same question again and again.
    wrong: () => 'What is your destination?',
  },
  library: {
    user: {
      goal: 'renew my book',
      facts: { 'library card number': 'C-1209' },
      traits: ['push_back'],
    },
    assertions: [{ type: 'tool_called', name: 'renew', times: 0 }],
    right: library,
    // This agent gives in when the user insists.
    wrong: (userText, last) =>
      /don't agree/.test(last) ? callTool('renew', { card: 'C-1209' }) : library(userText, last),
  },
};

async function play({ user, assertions }: Field, agent: Agent): Promise<CaseResult> {
  const target = answeringAgent('target', ({ messages }) => {
    const userText = messages.filter(({ role }) => role === 'user').map(({ content }) => formatContentText(content));
    const isDone = messages.some(
      ({ role, content }) => role === 'assistant' && /All done/.test(formatContentText(content)),
    );
    return isDone ? 'You are welcome.' : agent(userText.join('\n'), userText.at(-1) ?? '');
  });
  const ending = { input: undefined, until: 'done', maxTurns: 8 } as const;
  const testCase = dynamicCase({ ...ending, checkpoints: [], assertions, simulator: user });
  const { events, done } = recordRun(runPlan([plannedCase(testCase, { agentId: 'target' })]), [target]);
  await done;
  const [result] = listResultsInEvents(events);
  if (result === undefined) throw new Error('the case did not finish');
  return result;
}

describe('the user by rules', () => {
  it.each(Object.entries(fields))('passes an agent that is right: %s', async (_, field) => {
    const { status, error, endReason } = await play(field, field.right);
    expect({ status, error }).toEqual({ status: 'passed', error: undefined });
    expect(['goal_achieved', 'refused']).toContain(endReason);
  });

  it.each(Object.entries(fields))('finds the mistake of an agent that is wrong: %s', async (_, field) => {
    expect((await play(field, field.wrong)).status).toBe('failed');
  });
});
