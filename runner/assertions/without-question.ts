import { jsonIn } from '../values/index.ts';

/** Stands in an answer for what a judge repeated. */
export const REPEATED = '[its question, repeated]';

/** Shorter texts come about without a repetition. */
const LEAST_CHARACTERS = 20;

/**
 * The answer of a judge without what it was asked: examples of verdicts in its prompt, or in what it judges, are none of its
 * own. `asked` are the texts of its prompts and its question.
 */
export function withoutQuestion(answer: string, prompts: readonly string[]): string {
  let rest = answer;
  for (const text of new Set(prompts)) {
    for (const part of [text, ...text.split('\n').filter(hasExample)].map((piece) => piece.trim())) {
      if (part.length >= LEAST_CHARACTERS && jsonIn(part) === undefined) rest = rest.replaceAll(part, () => REPEATED);
    }
  }
  return rest;
}

/** A line of prose with a verdict in it; a line that is nothing but a verdict may be the judge's own. */
function hasExample(line: string): boolean {
  if (!/\bpassed\b/i.test(line)) return false;
  return /\p{L}{2,}/u.test(withoutVerdicts(line));
}

/** The quotes of a text that has no end are looked at once, and the text stays. */
function withoutVerdicts(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*("?)|\b(?:true|false|null|passed)\b/g, (match, end) =>
    match.startsWith('"') && end === '' ? match : '',
  );
}
