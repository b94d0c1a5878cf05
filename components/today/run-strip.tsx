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
 * Shows a bar for each of the last complete runs of a series, oldest first. The runs of one outage share a bar. The
 * height of a bar shows failures, so that they can be read without colour.
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

/** Builds the bars; consecutive runs of one outage are joined to one bar. */
function buildRunStripBars(letters: string): RunStripBar[] {
  const bars: RunStripBar[] = [];
  for (const [index, letter] of [...letters].entries()) {
    const last = bars.at(-1);
    if (letter === 'O' && last?.letter === 'O') last.length += 1;
    else bars.push({ letter, from: index, length: 1 });
  }
  return bars;
}

/** Describes the bars in words, such as `The last 30 runs: 27 passed, 2 with failures, 1 during an outage`. */
function describeRunOutcomes(letters: string): string {
  const counts = Object.entries(barLookByLetter).flatMap(([letter, { name }]) => {
    const count = letters.split(letter).length - 1;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return `The last ${formatCountWithNoun(letters.length, 'complete run')}: ${counts.join(', ')}`;
}
