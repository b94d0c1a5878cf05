import { Help } from 'commander';

/** The maximum width of help texts. Longer lines are hard to read, even on a wide terminal. */
const MAX_HELP_WIDTH = 120;
const WIDTH_WITHOUT_TERMINAL = 80;
const COMMENT_INDENT = ' '.repeat(6);

export function computeHelpWidth({ columns = WIDTH_WITHOUT_TERMINAL }: { columns?: number }): number {
  // If a terminal reports a width of 0 columns, the default width is used.
  return columns === 0 ? WIDTH_WITHOUT_TERMINAL : Math.min(columns, MAX_HELP_WIDTH);
}

/**
 * Wraps the paragraphs of a help text. The comments of examples are next to their commands. If one of them does not fit
 * there, all comments are below their commands.
 */
export function wrapHelpText(text: string, width: number): string {
  const [notes = '', examples] = text.split(/^Examples:\n/m);
  const wrapped = notes.replaceAll(/^\S.*(?:\n\S.*)*/gm, (lines) => wrapLines(lines.replaceAll('\n', ' '), width));
  return examples === undefined ? wrapped : `${wrapped}Examples:\n${formatExamples(examples.split('\n'), width)}`;
}

function formatExamples(lines: readonly string[], width: number): string {
  const isTooWide = lines.some((line) => line.length > width && parseExample(line).comment !== undefined);
  return (isTooWide ? lines.flatMap((line) => formatStackedExample(parseExample(line), width)) : lines).join('\n');
}

type Example = { command?: string; comment?: string };

function parseExample(line: string): Example {
  const [command = '', comment] = line.trim().split(/ {2,}/);
  // A line that is indented further continues the comment of the line above.
  return line.startsWith(COMMENT_INDENT) ? { comment: command } : { command, ...(comment && { comment }) };
}

function formatStackedExample({ command, comment }: Example, width: number): string[] {
  const commentLines = comment === undefined ? [] : wrapLines(comment, width - COMMENT_INDENT.length).split('\n');
  const commandLines = command === undefined ? [] : [command === '' ? '' : `  ${command}`];
  return [...commandLines, ...commentLines.map((line) => COMMENT_INDENT + line)];
}

function wrapLines(text: string, width: number): string {
  return new Help().boxWrap(text, width);
}
