import { passRate, type RunState } from '../contract/index.ts';

/** The accuracy of a run as one line of JSON for programs: `{"accuracy": 0.855}`, or `null` when nothing was judged. */
export function accuracyLine({ counts }: Pick<RunState, 'counts'>): string {
  const rate = passRate(counts);
  return `{"accuracy": ${rate === null ? 'null' : shortDecimals(rate)}}\n`;
}

/** Seven digits, the shortest way to write them: 0.855, 1, 0.6666667. */
function shortDecimals(value: number): number {
  return Number(value.toPrecision(7));
}
