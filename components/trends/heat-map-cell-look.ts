import { statusWordAndTone } from '@/runner/verdict';

/** How a cell of the heat map is displayed. The cells of a case are stored as a string with one letter per run. */
export type HeatMapCellLook = { word: string; sign: string; look: string };

const cellLookByLetter: Readonly<Record<string, HeatMapCellLook>> = {
  P: { word: statusWord('passed'), sign: '', look: 'bg-pass-soft' },
  F: { word: statusWord('failed'), sign: '×', look: 'bg-fail text-surface' },
  E: { word: statusWord('error'), sign: '!', look: 'bg-broken text-surface' },
  T: { word: statusWord('timeout'), sign: 't', look: 'bg-late text-surface' },
  S: { word: statusWord('skipped'), sign: '–', look: 'bg-idle-soft text-idle' },
};

const absentCellLook: HeatMapCellLook = { word: 'not in this run', sign: '', look: '' };

export function heatMapCellLook(letter: string): HeatMapCellLook {
  if (/^\d$/.test(letter)) {
    return { word: `passed in about ${letter}0% of its attempts`, sign: letter, look: 'bg-late-soft text-late' };
  }
  return cellLookByLetter[letter] ?? absentCellLook;
}

/** The entries of the legend, in display order. */
export const cellLegend = [
  { letter: 'P', text: statusWord('passed') },
  { letter: '5', text: 'some attempts passed (the digit shows tenths)' },
  { letter: 'F', text: statusWord('failed') },
  { letter: 'E', text: statusWord('error') },
  { letter: 'T', text: statusWord('timeout') },
  { letter: 'S', text: statusWord('skipped') },
] as const;

function statusWord(status: 'passed' | 'failed' | 'error' | 'timeout' | 'skipped'): string {
  return statusWordAndTone[status].word.toLowerCase();
}
