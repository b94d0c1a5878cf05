'use client';

import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { MessageText } from '@/components/conversation/message-text';
import { AttemptEnding } from '@/components/runs/attempt/attempt-ending';
import { wholeInput } from '@/components/runs/attempt/whole-input';
import type { BodyProps } from '@/components/runs/kind-views';
import { later } from '@/components/ui/later';
import { untilLoaded } from '@/components/ui/until-loaded';
import { SampleCard } from './sample-card';
import { SamplesWaiting } from './samples-waiting';
import { isPair, orderedSamples, pickedVerdict, pickOf, verdictsAbout } from './verdict-model';

const AnswerComparison = later(
  dynamic(() => untilLoaded(() => import('./answer-comparison')).then((module) => module.AnswerComparison)),
);

/** One question and all answers to it, side by side, as they arrive. */
export function SamplesView({ announced, attempt, raw, pick, onPick, onTouch }: BodyProps) {
  const { scores, result } = attempt;
  const samples = orderedSamples(attempt.samples);
  const picked = pickedVerdict(scores, pick);
  const expected = typeof result?.expected === 'string' ? result.expected : undefined;
  const single = picked === undefined || isPair(picked) ? undefined : picked.samples?.[0];
  useEffect(() => {
    if (single !== undefined) document.getElementById(`sample-${single}`)?.scrollIntoView({ block: 'nearest' });
  }, [single]);
  return (
    <section
      aria-label="Answers"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable without a mouse
      tabIndex={0}
      onPointerDown={onTouch}
      onWheel={onTouch}
      className="@container flex min-h-0 grow flex-col gap-4 overflow-y-auto px-4 pt-4 pb-8 outline-offset-[-2px]"
    >
      <Question text={wholeInput(attempt, announced)} />
      {picked !== undefined && isPair(picked) && (
        <AnswerComparison verdict={picked} samples={samples} onClose={() => onPick(null)} />
      )}
      <SamplesWaiting announced={announced} attempt={attempt} />
      <div
        className={
          expected === undefined ? undefined : 'grid items-start gap-3 @xl:grid-cols-[minmax(0,1fr)_minmax(12rem,40%)]'
        }
      >
        {expected !== undefined && <Expected text={expected} />}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {samples.map((sample) => (
            <SampleCard
              key={sample.label}
              sample={sample}
              verdicts={verdictsAbout(scores, sample.label)}
              picked={picked?.samples?.includes(sample.label) === true ? pickOf(picked) : undefined}
              raw={raw}
              onPick={onPick}
            />
          ))}
        </div>
      </div>
      {result !== undefined && <AttemptEnding result={result} words={result.error ?? result.reason} />}
    </section>
  );
}

function Question({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <article className="rounded-lg bg-said px-3.5 py-2.5">
      <h3 className="mb-1 font-medium text-2xs text-ink-soft">Question</h3>
      <MessageText text={text} look="plain" />
    </article>
  );
}

function Expected({ text }: { text: string }) {
  return (
    <article className="rounded-lg border border-line-strong border-dashed px-3.5 py-2.5 @xl:sticky @xl:top-0 @xl:order-last">
      <h3 className="mb-1 font-medium text-2xs text-ink-soft">Expected answer</h3>
      <MessageText text={text} look="plain" />
    </article>
  );
}
