import { replaceInvisibleCharacters } from '../../format/index.ts';
import { OWN_ESCAPE_PREFIX } from '../../reporters/console/style-text.ts';
import { COMMAND_MARK } from '../../reporters/github/workflow-command.ts';
import { tryParseJson } from '../../values/index.ts';

/** The escape sequence that clears the line with the progress. */
const CLEAR_LINE = '\r\u001b[2K';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controlCharacterPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/;
const allControlCharactersPattern = new RegExp(controlCharacterPattern.source, 'g');

/**
 * Makes text safe for a terminal: text from agents, files and arguments cannot move the cursor, set the title or hide
 * other text. If the output is not a terminal, it may be JSON for a program, so only characters that valid JSON never
 * contains are replaced.
 */
export function makeTextSafeForScreen(text: string, stream: OutputStreamInfo): string {
  const textParts = text.split(COMMAND_MARK).map((textPart) => sanitizeOutsideCodes(textPart, stream));
  if (stream.isLog !== true || text.search(workflowCommandPattern) === -1) return textParts.join('::');
  const bracket = isJson(text) ? '\\u005b' : '\\[';
  const defuseSystemCommands = (textPart: string) =>
    textPart.replace(workflowCommandPattern, (_, leadingSpace?: string, system = '') =>
      leadingSpace === undefined ? `##${system}${bracket}` : `${leadingSpace}\\::`,
    );
  return textParts
    .map((textPart, index) =>
      index === 0 ? defuseSystemCommands(textPart) : replaceAfterFirstLine(textPart, defuseSystemCommands),
    )
    .join('::');
}

/** `isLog` is true if the output is a CI log; CI systems may execute text in a log as commands. */
type OutputStreamInfo = { isTTY?: boolean | undefined; isLog?: boolean };

/**
 * Matches text that CI systems execute as commands: GitHub Actions and Azure Pipelines execute `::` at the beginning of
 * a line, and `##[` and `##vso[` anywhere; TeamCity executes `##teamcity[`.
 */
const workflowCommandPattern = /^([^\S\n\r\u2028\u2029]*)::|##(vso|teamcity)?\[/gm;

/**
 * Only changes the text after the first line break. Turntree's own annotations have a single line, because their line
 * breaks are written as `%0A`, so they stay unchanged.
 */
function replaceAfterFirstLine(text: string, broken: (text: string) => string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end + 1) + broken(text.slice(end + 1));
}

/** True for JSON or JSON Lines, where a bracket inside a string can be replaced by its escape sequence. */
function isJson(text: string): boolean {
  return (
    tryParseJson(text) !== undefined ||
    text.split('\n').every((line) => line === '' || tryParseJson(line) !== undefined)
  );
}

function sanitizeOutsideCodes(text: string, { isTTY = false }: OutputStreamInfo): string {
  const sanitize = isTTY ? toVisibleText : replaceControlCharacters;
  if (!controlCharacterPattern.test(text)) return sanitize(text);
  const start = text.startsWith(CLEAR_LINE) ? CLEAR_LINE : '';
  const textParts = text.slice(start.length).split(OWN_ESCAPE_PREFIX);
  return start + textParts.map(sanitize).join('\u001b[');
}

function toVisibleText(text: string): string {
  return replaceInvisibleCharacters(text.replace(/\r(?!\n)/g, '\u240d'));
}

function replaceControlCharacters(text: string): string {
  return text.replace(allControlCharactersPattern, toVisibleText);
}
