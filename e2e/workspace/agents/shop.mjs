import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A shop assistant for refunds. If the case's metadata names gates, the assistant waits before each turn until the
 * turn's gate exists as a file. In slow mode, it waits at the gate `answer-<turn>`.
 */
export default async function shop({ input, turn, attempt, metadata, messages }) {
  await passGate(metadata?.gates?.[turn - 1]);
  const text = typeof input === 'string' ? input : String(messages.at(-1)?.content ?? '');
  if (/slowly/i.test(text)) await passGate(`answer-${turn}`);
  if (/how many users/i.test(text)) return turn === 3 ? 'We have 41 users.' : 'We have 42 users.';
  if (/hostile/i.test(text)) return hostileAnswer;
  if (/crash/i.test(text)) throw new Error('the warehouse does not answer: ECONNREFUSED 10.0.0.7:5432');
  if (/flaky/i.test(text)) return attempt % 3 === 0 ? 'Maybe next week.' : 'The parcel arrives on Monday.';
  if (/json/i.test(text)) return { next: { order: { id: 88213, items: ['lamp', 'cable'], total: 45.9 }, paid: true } };
  if (/opening hours/i.test(text)) return openingHours;
  if (/yes|confirm/i.test(text)) return refund(metadata);
  const order = /\b(\d{5})\b/.exec(text)?.[1];
  if (order !== undefined) return lookUp(order);
  if (/money back|refund/i.test(text)) return 'I am sorry to hear that. May I have the **order id**?';
  return `You said: ${text}`;
}

async function passGate(name) {
  if (name === undefined) return;
  const file = path.join(import.meta.dirname, '..', 'gates', name);
  while (!existsSync(file)) {
    if (!existsSync(path.dirname(file))) throw new Error('the workspace is gone');
    await wait(10);
  }
}

function lookUp(order) {
  return {
    content: `I found order ${order}:\n\n| item | price |\n| --- | ---: |\n| Lamp *Nordlys* | 39.00 |\n| Cable, 2 m | 6.90 |\n\nShall I refund **45.90**?`,
    tool_calls: [
      {
        tool: 'lookup_order',
        arguments: { order_id: order, include: ['items', 'payments'] },
        result: {
          status: 'delivered',
          items: [
            { name: 'Lamp Nordlys', price: 39 },
            { name: 'Cable, 2 m', price: 6.9 },
          ],
        },
      },
    ],
  };
}

function refund(metadata) {
  if (metadata?.refusesRefunds) return 'I am afraid that a refund is not possible after 30 days.';
  return {
    content: 'Done. **45.90** is on its way back to your card; it takes two to three days.',
    tool_calls: [
      {
        tool: 'refund_payment',
        arguments: { amount: 45.9, currency: 'EUR' },
        result: { ok: true, reference: 'RF-2041' },
      },
    ],
  };
}

const openingHours = `We are open:

- Monday to Friday, **9:00 to 18:00**
- Saturday, 10:00 to 14:00

On Sundays our [help page](https://example.org/help) answers most questions.`;

const hostileAnswer = `<script>window.pwned = 'script'</script>
<img src="http://203.0.113.9/beacon.png" onerror="window.pwned = 'onerror'">

![picture](http://203.0.113.9/beacon.png)

[click me](javascript:window.pwned='link') and [data](data:text/html,<script>window.pwned='data'</script>)

<iframe src="http://203.0.113.9/"></iframe>

${'A very long line without an end. '.repeat(120)}`;
