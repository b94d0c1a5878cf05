import type { BisectReport } from '../experiments/bisect/index.ts';
import { formatCost } from '../values/index.ts';

export type BisectionToPrint = BisectReport & {
  target: { caseId: string; attempt: number };
  runId: string;
  begun: number;
  budget: number;
  earlier: number;
  cost: number | undefined;
  currency: string | undefined;
  isCancelled: boolean;
  problem: string | undefined;
};

const INTERVAL_CHART_WIDTH = 20;

export function formatBisectText(report: BisectionToPrint): string {
  const { finding, sentences, chances, begun, budget, earlier, cost, currency, runId, isCancelled, problem } = report;
  const spent = cost === undefined ? '' : `, ${formatCost(cost, currency)}`;
  const earlierText = earlier === 0 ? '' : `, and ${earlier} from earlier runs`;
  const lines = [
    ...(problem === undefined ? [] : [`Stopped: ${problem}.`]),
    ...(isCancelled ? ['Cancelled. The rollouts so far are kept; the next bisection continues with them.'] : []),
    sentences.join(' '),
    ...(finding === undefined && !isCancelled ? ['The next bisection continues with these rollouts.'] : []),
    '',
    'Turns kept   Passed     Chance of passing, with 95% interval',
    ...chances.map(formatPassChanceLine),
    '',
    `Rollouts: ${begun} (of ${budget})${spent}${earlierText}. Their conversations are in run ${runId}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatPassChanceLine({ kept, passed, played, interval }: BisectReport['chances'][number]): string {
  const counted = played === 0 ? '-' : `${passed} of ${played}`;
  const bar = interval === undefined ? '' : drawInterval(passed / played, interval);
  return `${String(kept).padStart(10)}   ${counted.padEnd(8)}   ${bar}`.trimEnd();
}

/** Draws an interval: `····━━━●━━━··········`. */
function drawInterval(share: number, { low, high }: { low: number; high: number }): string {
  const toCellIndex = (value: number): number =>
    Math.min(INTERVAL_CHART_WIDTH - 1, Math.floor(value * INTERVAL_CHART_WIDTH));
  return Array.from({ length: INTERVAL_CHART_WIDTH }, (_, position) => {
    if (position === toCellIndex(share)) return '●';
    return position >= toCellIndex(low) && position <= toCellIndex(high) ? '━' : '·';
  }).join('');
}
