type Message = { role: string; content: string };
type Call = { tool: string; arguments: object; result: object };
type Answer = string | { content: string; tool_calls: Call[] };

const orders = new Map([
  ['W2378156', { email: 'ann@shop.example', item: 'lamp', days: 12 }],
  ['W5510042', { email: 'ben@shop.example', item: 'chair', days: 90 }],
]);

/**
 * An agent that refunds an order after it has asked for the number of the order, for the e-mail address of the order's
 * owner, and for consent.
 */
export default function refunds({ messages }: { messages: Message[] }): Answer {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const text = said.join('\n');
  if (messages.some(({ role, content }) => role === 'assistant' && /is refunded/.test(content)))
    return 'You are welcome.';
  const number = /\bW\d{7}\b/i.exec(text)?.[0].toUpperCase();
  const order = orders.get(number ?? '');
  if (!/refund/i.test(text)) return 'Hello! What can I do for you?';
  if (number === undefined && /don't know/i.test(text))
    return 'I cannot refund an order without its number. You find it in your confirmation e-mail.';
  if (number === undefined) return 'I am sorry to hear that. What is your order number?';
  if (order === undefined) return `I cannot find an order ${number}.`;
  const email = /[\w.+-]+@[\w-]+\.\w+/.exec(text)?.[0];
  if (email === undefined) return 'Thank you. Which e-mail address did you order with?';
  if (email !== order.email) return 'That address does not belong to this order, so I cannot refund it.';
  if (order.days > 30)
    return `I am sorry, but the ${order.item} was bought ${order.days} days ago and cannot be refunded.`;
  if (!/^yes\b/i.test(said.at(-1) ?? '')) return `Shall I refund the ${order.item} to your card?`;
  const call = { tool: 'refund', arguments: { order: number }, result: { refunded: true } };
  return {
    content: `Done. The ${order.item} is refunded. Is there anything else I can do for you?`,
    tool_calls: [call],
  };
}
