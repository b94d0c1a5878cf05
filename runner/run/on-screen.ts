import { visibleText } from '../../lib/format/index.ts';

/** What the console writes itself: its colours, and taking back the line of the progress. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these begin with one
const own = /(\u001b\[(?:[12]|22|3[1-6]|39|90)m|^\r\u001b\[2K)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/;
const eachControl = new RegExp(controls.source, 'g');

/**
 * A text as it may be written to a terminal: what agents, files and arguments say moves no cursor, sets no title and
 * hides nothing. Where no person reads along, it may be JSON for a program: only what JSON never has is replaced.
 */
export function onScreen(text: string, { isTTY = false }: { isTTY?: boolean }): string {
  const shown = isTTY ? visible : withoutControls;
  if (!controls.test(text)) return shown(text);
  return text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? part : shown(part)))
    .join('');
}

function visible(text: string): string {
  return visibleText(text.replace(/\r(?!\n)/g, '\u240d'));
}

function withoutControls(text: string): string {
  return text.replace(eachControl, visible);
}
