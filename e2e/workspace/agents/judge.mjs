/** Judges whether an answer is polite: being sorry is enough. */
export default function judge({ messages, input }) {
  const { output } = JSON.parse(typeof input === 'string' ? input : String(messages.at(-1)?.content));
  const passed = /sorry|please|thank/i.test(JSON.stringify(output));
  const reason = passed
    ? 'The answer shows regret before it asks for anything.'
    : 'The answer is correct, but curt: no greeting and no regret.';
  return JSON.stringify({ passed, reason, score: passed ? 0.9 : 0.3 });
}
