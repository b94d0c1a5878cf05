import { X } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import type { Sample, Score } from '@/runner/contract';
import { verdictStatus, verdictSubject } from './verdict-words';
import { type DiffPart, wordDiff } from './word-diff';

type Props = { verdict: Score; samples: readonly Sample[]; onClose: () => void };

/** The two answers of a verdict beside each other; words that only one of them has are marked. */
export function AnswerComparison({ verdict, samples, onClose }: Props) {
  const [left = '', right = ''] = verdict.samples ?? [];
  const texts = [left, right].map((label) => samples.find((sample) => sample.label === label)?.output ?? '');
  const [leftText = '', rightText = ''] = texts;
  const parts = useMemo(() => wordDiff(leftText, rightText), [leftText, rightText]);
  return (
    <section
      aria-label="Comparison"
      className="flex flex-col gap-2 rounded-lg border border-accent bg-surface px-3.5 py-2.5"
    >
      <header className="flex items-center gap-2 text-xs">
        <h3 className="font-semibold">{verdictSubject(verdict)}</h3>
        <Status of={verdictStatus(verdict)} />
        <Button look="quiet" size="icon" aria-label="Close the comparison" className="ml-auto" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </header>
      <div className="grid gap-3 @xl:grid-cols-2">
        <Side label={left} side="left" text={leftText} parts={parts} />
        <Side label={right} side="right" text={rightText} parts={parts} />
      </div>
    </section>
  );
}

type SideProps = { label: string; side: 'left' | 'right'; text: string; parts: DiffPart[] | undefined };

function Side({ label, side, text, parts = [{ text }] }: SideProps) {
  const own = parts.filter(({ only }) => only === undefined || only === side);
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-2xs text-ink-faint">Answer {label}</h4>
      <p className="whitespace-pre-wrap break-words">
        {own.map((part, position) =>
          part.only === undefined ? (
            <span key={position}>{part.text}</span>
          ) : (
            <mark key={position} className={cn('rounded-sm underline underline-offset-3', lookOf(side))}>
              {part.text}
            </mark>
          ),
        )}
      </p>
    </div>
  );
}

function lookOf(side: 'left' | 'right'): string {
  return side === 'left' ? 'bg-pass-soft text-pass decoration-dotted' : 'bg-fail-soft text-fail decoration-solid';
}
