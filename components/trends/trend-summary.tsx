import Link from 'next/link';
import { cn } from '@/components/ui/cn';
import { percent, plural } from '@/lib/format';
import type { Trends } from '@/lib/queries';
import { type Evidence, passRate } from '@/runner/contract';
import { judgedOf, momentOf, rateWords } from './trend-words';

/** Whether it got worse, and whether that is real, in words. */
export function TrendSummary({ trends: { runs, difference, same, leftOut, more } }: { trends: Trends }) {
  const head = runs.at(-1);
  if (head === undefined) return null;
  return (
    <div className="flex flex-col gap-1 rounded-lg border bg-surface px-4 py-3 text-ink-soft">
      <p>
        The{' '}
        <Link href={`/runs/${head.runId}`} className="text-accent underline underline-offset-2">
          newest run
        </Link>{' '}
        passed {rateWords(head.counts.passed, judgedOf(head.counts))}.
      </p>
      {difference === null ? (
        runs.length === 1 && <p>One run shows no trend. Run the suite again, here or in a terminal.</p>
      ) : (
        <Difference difference={difference} runs={runs.length} />
      )}
      {same !== null && (
        <p>
          {same.kept === 0
            ? 'No case has the same content in all of these runs.'
            : `Only the ${plural(same.kept, 'case')} of ${same.total.toLocaleString('en')} that every one of these runs judged with the same content.`}
        </p>
      )}
      {leftOut > 0 && (
        <p className="text-xs">
          {plural(leftOut, 'run')} of only some of the cases {leftOut === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      {runs.every(({ partial }) => partial) && (
        <p className="text-xs">
          All of these runs had only some of the cases, so their rates may not be of the same cases.
        </p>
      )}
      {more && (
        <p className="text-xs">There are older runs: these are the newest {runs.length.toLocaleString('en')}.</p>
      )}
    </div>
  );
}

type DifferenceProps = { difference: NonNullable<Trends['difference']>; runs: number };

function Difference({ difference: { base, head, worse, better, rates, flips }, runs }: DifferenceProps) {
  const before = base.pinned ? 'the pinned baseline' : `the first of these ${plural(runs, 'run')}`;
  return (
    <p>
      Since {before}, {momentOf(base.startedAt)}: {rateOf(base)} → {rateOf(head)}, <Words evidence={rates} />.{' '}
      {plural(worse, 'case')} worse, {better} better: <Words evidence={flips} />.{' '}
      <Link
        href={`/compare?base=${base.runId}&head=${head.runId}`}
        className="text-accent underline underline-offset-2"
      >
        Compare the two
      </Link>
    </p>
  );
}

function rateOf({ counts }: { counts: Parameters<typeof passRate>[0] }): string {
  const rate = passRate(counts);
  return rate === null ? 'not judged' : percent(rate);
}

function Words({ evidence }: { evidence: Evidence }) {
  return <span className={cn(evidence.verdict === 'real' && 'font-semibold text-ink')}>{evidence.words}</span>;
}
