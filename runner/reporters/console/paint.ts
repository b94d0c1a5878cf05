import { styleText } from 'node:util';
import type { CaseStatus } from '../../contract/index.ts';
import { statusWords, type Tone } from '../../verdict/index.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is when colours are off. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

const toneStyles: Readonly<Record<Tone, Style>> = {
  pass: 'green',
  fail: 'red',
  broken: 'magenta',
  late: 'yellow',
  idle: 'gray',
  busy: 'cyan',
};

/** The status as it is written in files, in the colour of its tone. */
export function paintStatus(status: CaseStatus, paint: Paint): string {
  return paint(toneStyles[statusWords[status].tone], status.toUpperCase());
}
