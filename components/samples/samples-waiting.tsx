import { phaseWords } from '@/components/conversation/phase-words';
import { Elapsed } from '@/components/ui/elapsed';
import { plural } from '@/lib/format';
import type { AttemptState, CaseRow } from '@/runner/fold';

/** Shows the progress of a running case, and whom it is waiting for. */
export function SamplesWaiting({ announced, attempt }: { announced: CaseRow; attempt: AttemptState }) {
  const { status, samples, scores, phase } = attempt;
  if (status === 'queued') return <p className="text-ink-faint">This attempt has not started yet.</p>;
  if (status !== 'running') return null;
  const answers =
    announced.samples === undefined ? plural(samples.length, 'answer') : answersOf(samples, announced.samples);
  return (
    <p role="status" className="flex items-center gap-2 text-busy text-xs tabular-nums">
      <span aria-hidden className="size-2 animate-breathe rounded-full bg-busy" />
      <span>
        {answers}
        {scores.length > 0 && `, ${plural(scores.length, 'verdict')}`}
        {phase !== undefined && (
          <>
            {' '}
            · waiting for {phaseWords[phase.phase]} · <Elapsed from={phase.since} />
          </>
        )}
      </span>
    </p>
  );
}

function answersOf(samples: AttemptState['samples'], of: number): string {
  // A workflow that loops answers several times in one run: what counts is the run.
  const runs = new Set(samples.map(({ label }) => label.split('.')[0])).size;
  return `${runs} of ${plural(of, 'answer')}`;
}
