import { isJsonObject, tryParseJson } from '../../values/index.ts';

type AnswerInOutput = { answer: string; others: string[] };

/**
 * Finds the answer in mixed program output: the only line that is an answer in JSON, or JSON that fills the end of the
 * text. Undefined when there is none and the whole text is the answer.
 */
export function findAnswerInOutput(text: string): AnswerInOutput | 'several' | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const answers = lines.filter(isAnswerLine);
  if (answers.length > 1) return 'several';
  const [answer] = answers;
  if (answer !== undefined) return { answer, others: lines.filter((line) => line !== answer) };
  // Looks for JSON only from the last line that is just `{`, so that a long text is not parsed once per line.
  const start = lines.lastIndexOf('{');
  const otherLines = start === -1 ? '' : lines.slice(start).join('\n');
  return isAnswerLine(otherLines) ? { answer: otherLines, others: lines.slice(0, start) } : undefined;
}

/** True for an object with a field that answers have, so that a JSON log line does not count. */
export function isAnswerLine(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false;
  const value = tryParseJson(line);
  return isJsonObject(value) && ['content', 'next', 'tool_calls'].some((part) => Object.hasOwn(value, part));
}
