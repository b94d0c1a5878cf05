import { isJsonObject, tryParseJson } from '../../values/index.ts';

type AnswerInOutput = { answer: string; others: string[] };

/**
 * Finds the answer in the output of a program that also writes other lines: either the only line that is a JSON answer,
 * or JSON at the end of the output. Returns undefined if the whole output is the answer.
 */
export function findAnswerInOutput(text: string): AnswerInOutput | 'several' | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const answers = lines.filter(isAnswerLine);
  if (answers.length > 1) return 'several';
  const [answer] = answers;
  if (answer !== undefined) return { answer, others: lines.filter((line) => line !== answer) };
  // Searches for JSON only from the last line that consists of `{`, so that a long text is not parsed once per line.
  const start = lines.lastIndexOf('{');
  const otherLines = start === -1 ? '' : lines.slice(start).join('\n');
  return isAnswerLine(otherLines) ? { answer: otherLines, others: lines.slice(0, start) } : undefined;
}

/** Returns true for an object with a field that answers have. This excludes log lines in JSON. */
export function isAnswerLine(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false;
  const value = tryParseJson(line);
  return isJsonObject(value) && ['content', 'next', 'tool_calls'].some((part) => Object.hasOwn(value, part));
}
