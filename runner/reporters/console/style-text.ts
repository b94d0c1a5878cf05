import { styleText } from 'node:util';
import type { CaseStatus } from '../../contract/index.ts';
import { type StatusTone, statusWordAndTone } from '../../verdict/status-words.ts';
import { createUnguessableText } from '../unguessable-text.ts';

type TextStyleName = Parameters<typeof styleText>[0];

/**
 * Placeholder for the start of Turntree's own colour codes until they are written to a terminal. It is random, so that
 * agents, files and arguments cannot forge these colours.
 */
export const OWN_ESCAPE_PREFIX = `\u001b${createUnguessableText()}[`;

/** A function that colours a text, or returns it unchanged when colours are off. */
export type StyleText = (style: TextStyleName, text: string) => string;

export function createStyleText(colours: boolean): StyleText {
  return (style, text) => {
    if (!colours) return text;
    const [begin = '', end = ''] = styleText(style, '|', { validateStream: false }).split('|');
    return `${markOwnEscapeCodes(begin)}${text}${markOwnEscapeCodes(end)}`;
  };
}

function markOwnEscapeCodes(codes: string): string {
  return codes.replaceAll('\u001b[', OWN_ESCAPE_PREFIX);
}

const toneStyles: Readonly<Record<StatusTone, TextStyleName>> = {
  pass: 'green',
  fail: 'red',
  broken: 'magenta',
  late: 'yellow',
  idle: 'gray',
  busy: 'cyan',
};

/** Returns a status as it is written in files, in the colour of its tone. */
export function colourStatus(status: CaseStatus | 'measured', paint: StyleText): string {
  return paint(toneStyles[statusWordAndTone[status].tone], status.toUpperCase());
}
