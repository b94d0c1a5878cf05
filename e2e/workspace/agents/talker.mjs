/** Answers every message. Each answer has a tool result whose size in bytes is set in the metadata. */
export default function talker({ turn, metadata }) {
  const size = metadata?.bytes ?? 0;
  if (size === 0) return `This is answer ${turn}.`;
  const rows = Array.from({ length: Math.ceil(size / 100) }, (_, row) => ({
    id: turn * 10_000 + row,
    text: 'a row of a table '.repeat(4),
  }));
  return {
    content: `This is answer ${turn}.`,
    tool_calls: [{ tool: 'search', arguments: { page: turn }, result: { rows, last: `needle ${turn}` } }],
  };
}
