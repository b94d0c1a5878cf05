import type { AgentFunction } from 'turntree';

const orders: Record<string, { total: number; days: number }> = {
  '17': { total: 30.5, days: 4 },
  '18': { total: 120, days: 45 },
};

/** A desk that refunds orders of the last 30 days. A real desk would ask a model. */
export const refundDesk: AgentFunction = async ({ messages }, { tools }) => {
  const id = messages.flatMap(({ content }) => /\b\d\d\b/.exec(String(content))?.[0] ?? []).at(-1);
  if (id === undefined) return 'Which order is it?';
  const order = await tools.call('get_order', { id }, () => orders[id]);
  const calls = [{ tool: 'get_order', arguments: { id }, result: order ?? null }];
  if (order === undefined) return { content: `I cannot find order ${id}.`, tool_calls: calls };
  if (order.days > 30) return { content: 'I am sorry, that was more than 30 days ago.', tool_calls: calls };
  await tools.call('refund', { id }, () => 'ok');
  calls.push({ tool: 'refund', arguments: { id }, result: 'ok' });
  return { content: `Done: ${order.total} will be on your account in two days.`, tool_calls: calls };
};
