import { visibleText } from '../../../lib/format/index.ts';
import { OWN_CODE } from '../../reporters/console/paint.ts';

/** Takes back the line of the progress. */
const CLEAR_LINE = '\r\u001b[2K';
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
  const start = text.startsWith(CLEAR_LINE) ? CLEAR_LINE : '';
  const parts = text.slice(start.length).split(OWN_CODE);
  return start + parts.map(shown).join('\u001b[');
}

function visible(text: string): string {
  return visibleText(text.replace(/\r(?!\n)/g, '\u240d'));
}

function withoutControls(text: string): string {
  return text.replace(eachControl, visible);
}
