import { tryParseJson } from '../../values/index.ts';

/** Replaces the parts of a judge's answer that repeat its prompt. */
export const REMOVED_QUOTE_PLACEHOLDER = '[its question, repeated]';

/** The minimum length in characters of a repetition that is removed. Shorter texts may be equal by coincidence. */
const MIN_QUOTE_LENGTH = 20;
/**
 * Longer lines are not searched: no judge repeats them, and the pattern for quoted strings would overflow the stack.
 */
const MAX_LINE_LENGTH = 1_000_000;

/**
 * Removes from a judge's answer what it repeats from its prompts, because verdicts in the examples of a prompt, or in
 * the judged text, are not verdicts of the judge. `prompts` are the texts that the judge received.
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

/**
 * Returns true for a line with both prose and a verdict. A line that consists only of a verdict may be the judge's own.
 */
function hasVerdictInProse(line: string): boolean {
  if (line.length > MAX_LINE_LENGTH || !/\bpassed\b/i.test(line)) return false;
  return /\p{L}{2,}/u.test(removeVerdictWords(line));
}

/** Removes quoted strings and verdict words from a line. A string without a closing quote is not removed. */
function removeVerdictWords(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*("?)|\b(?:true|false|null|passed)\b/g, (match, end) =>
    match.startsWith('"') && end === '' ? match : '',
  );
}
