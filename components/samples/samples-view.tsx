import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { MessageText } from '@/components/conversation/message-text';
import { phaseLabels } from '@/components/conversation/phase-labels';
import { AttemptOutcome } from '@/components/runs/attempt/attempt-outcome';
import { caseInputText } from '@/components/runs/attempt/case-input-text';
import type { AttemptBodyProps } from '@/components/runs/body-props';
import { ElapsedTime } from '@/components/ui/elapsed-time';
import { useScopedId } from '@/components/ui/id-scope';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { ScrollPane } from '@/components/ui/scroll-pane';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { SampleCard } from './sample-card';
import { findPickedVerdict, isPairVerdict, sortSamples, verdictsOfSample, verdictUrlKey } from './verdict-model';

const AnswerComparison = lazyComponent(
  dynamic(() => loadExport(() => import('./answer-comparison'), 'AnswerComparison')),
);

export function SamplesView({ onTouch, ...samplesProps }: AttemptBodyProps) {
  return (
    <ScrollPane label="Answers" onTouch={onTouch}>
      <Samples {...samplesProps} />
    </ScrollPane>
  );
}

type SamplesProps = Pick<AttemptBodyProps, 'announced' | 'attempt' | 'raw' | 'pick' | 'onPick'>;

/** Shows a question and all answers to it side by side, with live updates. */
export function Samples({ announced, attempt, raw, pick, onPick }: SamplesProps) {
  const idOf = useScopedId();
  const { scores, result } = attempt;
  const samples = sortSamples(attempt.samples);
  const pickedVerdict = findPickedVerdict(scores, pick);
  const expected = typeof result?.expected === 'string' ? result.expected : undefined;
  const singleSample =
    pickedVerdict === undefined || isPairVerdict(pickedVerdict) ? undefined : pickedVerdict.samples?.[0];
  const singleId = singleSample === undefined ? undefined : idOf(`sample-${singleSample}`);
  useEffect(() => {
    if (singleId !== undefined) document.getElementById(singleId)?.scrollIntoView({ block: 'nearest' });
  }, [singleId]);
  return (
    <div className="@container flex flex-col gap-4">
      <QuestionText text={caseInputText(attempt, announced)} />
      {pickedVerdict !== undefined && isPairVerdict(pickedVerdict) && (
        <AnswerComparison verdict={pickedVerdict} samples={samples} onClose={() => onPick(null)} />
      )}
      <SamplesWaiting announced={announced} attempt={attempt} />
      <div
        className={
          expected === undefined ? undefined : 'grid items-start gap-3 @xl:grid-cols-[minmax(0,1fr)_minmax(12rem,40%)]'
        }
      >
        {expected !== undefined && <ExpectedAnswer text={expected} />}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {samples.map((sample) => (
            <SampleCard
              key={sample.label}
              sample={sample}
              verdicts={verdictsOfSample(scores, sample.label)}
              pickedVerdict={
                pickedVerdict?.samples?.includes(sample.label) === true ? verdictUrlKey(pickedVerdict) : undefined
              }
              raw={raw}
              onPick={onPick}
            />
          ))}
        </div>
      </div>
      {result !== undefined && <AttemptOutcome result={result} isReasonShown={false} />}
    </div>
  );
}

function QuestionText({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <article className="rounded-lg bg-said px-3.5 py-2.5">
      <h3 className="mb-1 font-medium text-2xs text-ink-soft">Question</h3>
      <MessageText text={text} look="plain" />
    </article>
  );
}

function ExpectedAnswer({ text }: { text: string }) {
  return (
    <article className="rounded-lg border border-line-strong border-dashed px-3.5 py-2.5 @xl:sticky @xl:top-0 @xl:order-last">
      <h3 className="mb-1 font-medium text-2xs text-ink-soft">Expected answer</h3>
      <MessageText text={text} look="plain" />
    </article>
  );
}

/** Shows the progress of a running case, and what it is waiting for. */
function SamplesWaiting({ announced, attempt }: { announced: CaseRow; attempt: AttemptState }) {
  const { status, samples, scores, phase } = attempt;
  if (status === 'queued') return <p className="text-ink-faint">This attempt has not started yet.</p>;
  if (status !== 'running') return null;
  const answers =
    announced.samples === undefined
      ? formatCountWithNoun(samples.length, 'answer')
      : formatAnswerCount(samples, announced.samples);
  return (
    <p role="status" className="flex items-center gap-2 text-busy text-xs tabular-nums">
      <span aria-hidden className="size-2 animate-breathe rounded-full bg-busy" />
      <span>
        {answers}
        {scores.length > 0 && `, ${formatCountWithNoun(scores.length, 'verdict')}`}
        {phase !== undefined && (
          <>
            {' '}
            · waiting for {phaseLabels[phase.phase]} · <ElapsedTime from={phase.since} />
          </>
        )}
      </span>
    </p>
  );
}

function formatAnswerCount(samples: AttemptState['samples'], expected: number): string {
  // Counts the runs of the agent instead of the answers, because a workflow with a loop gives several answers per run.
  const runs = new Set(samples.map(({ label }) => label.split('.')[0])).size;
  return `${runs} of ${formatCountWithNoun(expected, 'answer')}`;
}
