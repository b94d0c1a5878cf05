/** An agent that leaks secrets in every field of its answer. */
export default function leaky({ input }) {
  const secret = process.env.SHOP_API_KEY;
  console.log(`the key is ${secret}`);
  if (input === 'crash') throw new Error(`${secret} is not accepted`);
  return {
    content: `It is ${secret}.`,
    tool_calls: [{ tool: 'login', arguments: { key: secret }, result: { [secret]: true } }],
  };
}
