import { cn } from '@/components/ui/cn';
import { formatCountWithNoun } from '@/runner/format';

const CELL_WIDTH_PX = 6;
const HEIGHT_PX = 16;

const barLookByLetter: Readonly<Record<string, { name: string; fill: string; height: number }>> = {
  P: { name: 'passed', fill: 'fill-pass', height: 6 },
  F: { name: 'with failures', fill: 'fill-fail', height: HEIGHT_PX },
  O: { name: 'during an outage', fill: 'fill-late', height: 11 },
  '-': { name: 'without results', fill: 'fill-idle', height: 3 },
};

type RunStripBar = { letter: string; from: number; length: number };

/**
 * The last complete runs of a series, oldest first, one bar each; the runs of an outage are one bar. Failures are told
 * apart by height as well as by colour.
 */
export function RunStrip({ letters }: { letters: string }) {
  if (letters === '') return <span className="text-2xs text-ink-faint">no complete run yet</span>;
  return (
    <svg
      role="img"
      aria-label={describeRunOutcomes(letters)}
      viewBox={`0 0 ${letters.length * (CELL_WIDTH_PX + 1)} ${HEIGHT_PX}`}
      style={{ width: letters.length * (CELL_WIDTH_PX + 1), height: HEIGHT_PX }}
      className="max-w-full"
    >
      {buildRunStripBars(letters).map(({ letter, from, length }) => {
        const { fill, height } = barLookByLetter[letter] ?? { fill: 'fill-idle', height: 3 };
        return (
          <rect
            key={from}
            x={from * (CELL_WIDTH_PX + 1)}
            y={HEIGHT_PX - height}
            width={length * (CELL_WIDTH_PX + 1) - 1}
            height={height}
            rx="1"
            className={cn(fill)}
          />
        );
      })}
    </svg>
  );
}

/** Builds the bars of the strip; consecutive runs of one outage are joined to one bar. */
function buildRunStripBars(letters: string): RunStripBar[] {
  const bars: RunStripBar[] = [];
  for (const [index, letter] of [...letters].entries()) {
    const last = bars.at(-1);
    if (letter === 'O' && last?.letter === 'O') last.length += 1;
    else bars.push({ letter, from: index, length: 1 });
  }
  return bars;
}

/** Describes the strip in words: `The last 30 runs: 27 passed, 2 with failures, 1 during an outage`. */
function describeRunOutcomes(letters: string): string {
  const counts = Object.entries(barLookByLetter).flatMap(([letter, { name }]) => {
    const count = letters.split(letter).length - 1;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return `The last ${formatCountWithNoun(letters.length, 'complete run')}: ${counts.join(', ')}`;
}
