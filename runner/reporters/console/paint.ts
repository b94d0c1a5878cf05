import { styleText } from 'node:util';
import type { CaseStatus } from '../../contract/index.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is when colours are off. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

export const statusWords: Record<CaseStatus, { word: string; style: Style }> = {
  passed: { word: 'PASSED', style: 'green' },
  failed: { word: 'FAILED', style: 'red' },
  error: { word: 'ERROR', style: 'magenta' },
  timeout: { word: 'TIMEOUT', style: 'yellow' },
  skipped: { word: 'SKIPPED', style: 'gray' },
};
