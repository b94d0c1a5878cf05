import { TextDiff } from '@/components/compare/text-diff';
import { IconButton } from '@/components/ui/button';
import { X } from '@/components/ui/icons';
import { Status } from '@/components/ui/status';
import type { AnswerSample, Score } from '@/runner/contract';
import { describeVerdictSubject, toVerdictStatus } from './describe-verdict';

type Props = { verdict: Score; samples: readonly AnswerSample[]; onClose: () => void };

/** Shows the two answers that a verdict compares side by side, and marks the words that only one of them contains. */
export function AnswerComparison({ verdict, samples, onClose }: Props) {
  const [left = '', right = ''] = verdict.samples ?? [];
  const findSampleOutput = (label: string): string => samples.find((sample) => sample.label === label)?.output ?? '';
  return (
    <section
      aria-label="Comparison"
      className="flex flex-col gap-2 rounded-lg border border-accent bg-surface px-3.5 py-2.5"
    >
      <header className="flex items-center gap-2 text-xs">
        <h3 className="font-semibold">{describeVerdictSubject(verdict)}</h3>
        <Status of={toVerdictStatus(verdict)} />
        <IconButton icon={X} label="Close the comparison" className="ml-auto" onClick={onClose} />
      </header>
      <div className="grid gap-3 @xl:grid-cols-2">
        <ComparedAnswer label={left} side="after" text={findSampleOutput(left)} other={findSampleOutput(right)} />
        <ComparedAnswer label={right} side="before" text={findSampleOutput(right)} other={findSampleOutput(left)} />
      </div>
    </section>
  );
}

// The side of an answer, which determines its colour. A judge's list of differences uses the same colours: `+++` for
// the first answer, `---` for the second.
type SideProps = { label: string; side: 'before' | 'after'; text: string; other: string };

function ComparedAnswer({ label, side, text, other }: SideProps) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-2xs text-ink-faint">Answer {label}</h4>
      <p className="whitespace-pre-wrap break-words">
        <TextDiff text={text} other={other} side={side} />
      </p>
    </div>
  );
}
