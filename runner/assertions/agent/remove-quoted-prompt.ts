import { tryParseJson } from '../../values/index.ts';

/** The text that replaces what a judge repeated from its question. */
export const REMOVED_QUOTE_PLACEHOLDER = '[its question, repeated]';

/** Shorter texts can match by coincidence, so they are not replaced. */
const MIN_QUOTE_LENGTH = 20;
/**
 * Lines of this length are not searched: no judge repeats a longer line, and the pattern for quoted strings would
 * overflow the stack.
 */
const MAX_LINE_LENGTH = 1_000_000;

/**
 * Returns the answer of a judge without the text that it repeats from its input. Verdicts in the examples of its
 * prompt, or in the text that it judges, are not verdicts of the judge. `prompts` are the texts of its prompts and its
 * question.
 */
export function removeQuotedPrompt(answer: string, prompts: readonly string[]): string {
  let remainingAnswer = answer;
  for (const text of new Set(prompts)) {
    for (const part of [text, ...text.split('\n').filter(hasVerdictInProse)].map((piece) => piece.trim())) {
      if (part.length >= MIN_QUOTE_LENGTH && tryParseJson(part) === undefined)
        remainingAnswer = remainingAnswer.replaceAll(part, () => REMOVED_QUOTE_PLACEHOLDER);
    }
  }
  return remainingAnswer;
}

/** True for a line of prose that contains a verdict; a line with nothing but a verdict may be the judge's own. */
function hasVerdictInProse(line: string): boolean {
  if (line.length > MAX_LINE_LENGTH || !/\bpassed\b/i.test(line)) return false;
  return /\p{L}{2,}/u.test(removeVerdictWords(line));
}

/**
 * Removes quoted strings and verdict words. A string without its closing quote is scanned only once and is not removed.
 */
function removeVerdictWords(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*("?)|\b(?:true|false|null|passed)\b/g, (match, end) =>
    match.startsWith('"') && end === '' ? match : '',
  );
}
