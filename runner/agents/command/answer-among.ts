import { isJsonObject, jsonIn } from '../../values/index.ts';

type Among = { answer: string; others: string[] };

/**
 * The answer in what a program printed beside other things: the one line that is an answer in JSON, or the JSON that the
 * rest of the text is. Undefined when there is none, and all of it is a text.
 */
export function answerAmong(text: string): Among | 'several' | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const answers = lines.filter(isAnswer);
  if (answers.length > 1) return 'several';
  const [answer] = answers;
  if (answer !== undefined) return { answer, others: lines.filter((line) => line !== answer) };
  // Only where an object may begin, so that a long text is not read once a line.
  const start = lines.lastIndexOf('{');
  const rest = start === -1 ? '' : lines.slice(start).join('\n');
  return isAnswer(rest) ? { answer: rest, others: lines.slice(0, start) } : undefined;
}

/** An object with a part that answers have, so that a line of a log in JSON is none. */
export function isAnswer(line: string): boolean {
  if (!line.trimStart().startsWith('{')) return false;
  const value = jsonIn(line);
  return isJsonObject(value) && ['content', 'next', 'tool_calls'].some((part) => Object.hasOwn(value, part));
}
