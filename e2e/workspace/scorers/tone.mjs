/** How polite an output is, by its words. */
export default function tone({ output }) {
  if (output === '??') throw new Error('the output says nothing');
  const score = /sorry|refund|help/i.test(output) ? 0.95 : 0.3;
  return { score, reason: score > 0.5 ? 'Polite.' : 'Not **one** polite word.' };
}
