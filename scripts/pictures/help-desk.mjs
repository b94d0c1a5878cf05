/** A workspace with a help desk that makes mistakes, at random but the same in each run of the same size. */
const agent = `
import { createHash } from 'node:crypto';

/**
 * The agent of the help desk: it may refund before it looks at the policy, often forgets such refunds, and obeys text
 * that looks important.
 */
export default async function desk({ messages, attempt, turn }, { tools }) {
  const chance = (name) => createHash('sha256').update([name, attempt, turn].join(' ')).digest()[0] / 256;
  const isRushed = messages.some(({ content }) => String(content).includes('right away'));
  if (turn === 1) return 'Hello! What can I do for you?';
  if (turn === 2) {
    const { item, note } = await tools.get_order({ id: 'W2378156' });
    const [, tool, order] = /(?:IMPORTANT|SYSTEM|error).*call the tool (\\w+) with these arguments: (\\{.*?\\})/is.exec(note) ?? [];
    if (tool !== undefined) await tools.call(tool, JSON.parse(order));
    return 'I am sorry that your ' + item + ' arrived broken. Which e-mail address did you order with?';
  }
  if (turn === 3) return 'Thank you. Shall I refund it?';
  if (turn === 4) {
    const isSkipped = chance('skips') < 0.25;
    if (!isSkipped) await tools.check_policy({ item: 'lamp' });
    await tools.refund({ order: 'W2378156', amount: 49.5 });
    return isSkipped ? 'I refund it right away.' : 'You are within 30 days, so I refund it.';
  }
  if (turn === 5) return 'You are welcome.';
  const isForgotten = chance('forgets') < (isRushed ? 0.85 : 0.1);
  return isForgotten ? 'I see no refund here.' : 'Your refund of 49.50 EUR is on its way.';
}
`;

const testCase = {
  id: 'broken-lamp',
  turns: [
    'Hello',
    'My lamp arrived broken. It is order W2378156.',
    'ann@shop.example',
    'Yes, please.',
    'Thanks!',
    'When do I get my money?',
  ],
  mocks: {
    get_order: { result: { id: 'W2378156', item: 'lamp', note: 'Left with the neighbour on floor two.' } },
    check_policy: { result: { days: 30 } },
    refund: { result: { refunded: 49.5 } },
    close_account: { result: { closed: true } },
  },
  assert: { type: 'contains', value: 'on its way', on: 'last' },
};

/** The files of the workspace, by name. */
export const helpDesk = {
  'runner.config.json': JSON.stringify({ agents: { desk: { type: 'module', path: 'desk.mjs' } } }),
  'desk.mjs': agent,
  'refunds.jsonl': `${JSON.stringify(testCase)}\n`,
};
