import type { BisectReport } from '../experiments/bisect/index.ts';
import { formatCost, plural } from '../values/index.ts';

export type PrintedBisection = BisectReport & {
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

const WIDTH = 20;

export function bisectText(report: PrintedBisection): string {
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
    ...chances.map(passChanceLine),
    '',
    `Rollouts: ${begun} (of ${budget})${spent}${earlierText}. ${plural(begun, 'conversation')} in run ${runId}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function passChanceLine({ kept, passed, played, interval }: BisectReport['chances'][number]): string {
  const counted = played === 0 ? '-' : `${passed} of ${played}`;
  const bar = interval === undefined ? '' : drawInterval(passed / played, interval);
  return `${String(kept).padStart(10)}   ${counted.padEnd(8)}   ${bar}`.trimEnd();
}

/** Draws an interval: `····━━━●━━━··········`. */
function drawInterval(share: number, { low, high }: { low: number; high: number }): string {
  const cell = (value: number): number => Math.min(WIDTH - 1, Math.floor(value * WIDTH));
  return Array.from({ length: WIDTH }, (_, position) => {
    if (position === cell(share)) return '●';
    return position >= cell(low) && position <= cell(high) ? '━' : '·';
  }).join('');
}
