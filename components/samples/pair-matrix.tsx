import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import { toneClasses } from '@/components/ui/status-look';
import type { Score } from '@/runner/contract';
import { formatScoreOrDash } from '@/runner/format';
import { statusWordAndTone } from '@/runner/verdict';
import { describeVerdictSubject, toVerdictStatus } from './describe-verdict';
import { compareLabels, verdictUrlKey } from './verdict-model';

type Props = { title: string; pairs: readonly Score[]; shownKey: string | undefined; onPick: (pick: string) => void };

/** A table of answers by answers, whose cells show whether the two answers agree. */
export function PairMatrix({ title, pairs, shownKey, onPick }: Props) {
  const labels = [...new Set(pairs.flatMap(({ samples = [] }) => samples))].sort(compareLabels);
  const cells = new Map(pairs.map((pair) => [cellKey(pair.samples?.[0], pair.samples?.[1]), pair]));
  return (
    // A scrolling region must be reachable without a mouse. This region is reachable, because its cells can have the
    // focus.
    <div className="-mx-1 overflow-x-auto p-1">
      <table className="border-separate border-spacing-0.5 text-2xs tabular-nums">
        <caption className="sr-only">{title}: the judge’s verdict on each pair of answers</caption>
        <thead>
          <tr>
            <td />
            {labels.map((label) => (
              <SampleHeading key={label} scope="col" label={label} />
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((row) => (
            <tr key={row}>
              <SampleHeading scope="row" label={row} />
              {labels.map((column) => {
                const verdict = cells.get(cellKey(row, column));
                if (verdict === undefined) return <EmptyCell key={column} />;
                return (
                  <td key={column} className="p-0">
                    <PairCell pair={verdict} isShown={shownKey === verdictUrlKey(verdict)} onPick={onPick} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SampleHeading({ scope, label }: { scope: 'col' | 'row'; label: string }) {
  return (
    <th scope={scope} className="min-w-6 px-1 text-center font-normal text-ink-faint">
      <span className="sr-only">Answer </span>
      {label}
    </th>
  );
}

function EmptyCell() {
  return (
    <td className="size-8 rounded-sm bg-sunken text-center text-ink-faint">
      <span className="sr-only">not compared</span>
    </td>
  );
}

function PairCell({ pair, isShown, onPick }: { pair: Score; isShown: boolean; onPick: (pick: string) => void }) {
  const status = toVerdictStatus(pair);
  const words = [
    describeVerdictSubject(pair),
    statusWordAndTone[status].word,
    pair.choice,
    `score ${formatScoreOrDash(pair.score)}`,
  ];
  const name = words.filter((word) => word !== undefined).join(', ');
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isShown}
      title={name}
      onClick={() => onPick(verdictUrlKey(pair))}
      className={cn(
        'flex h-8 min-w-8 flex-col items-center justify-center rounded-sm border px-1 leading-3 hover:border-accent',
        toneClasses[statusWordAndTone[status].tone].soft,
        isShown ? 'border-accent ring-1 ring-accent' : 'border-transparent',
      )}
    >
      <Status of={status} show="icon" className="[&_svg]:size-3" />
      <span aria-hidden>{formatScoreOrDash(pair.score)}</span>
    </button>
  );
}

function cellKey(left: string | undefined, right: string | undefined): string {
  return JSON.stringify([left, right]);
}
