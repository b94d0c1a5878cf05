type Question = { output: string };

/** Scores politeness: a greeting, thanks or an apology, and no shouting. */
export default function politeness({ output }: Question): { score: number; reason: string } {
  const marks = [
    {
      name: 'a greeting',
      weight: 0.4,
      found: /\b(hello|hi|dear|good (morning|evening)|hallo|guten tag)\b/i.test(output),
    },
    { name: 'thanks or an apology', weight: 0.3, found: /\b(thank|please|sorry|danke|bitte|leid)/i.test(output) },
    { name: 'a calm voice', weight: 0.3, found: !/!{2,}|\b[A-Z]{4,}\b/.test(output) },
  ];
  const found = marks.filter((mark) => mark.found);
  const missing = marks.filter((mark) => !mark.found).map(({ name }) => name);
  return {
    score: Math.round(found.reduce((sum, { weight }) => sum + weight, 0) * 100) / 100,
    reason: missing.length === 0 ? 'has everything' : `lacks ${missing.join(' and ')}`,
  };
}
