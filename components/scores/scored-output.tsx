import type { ReactNode } from 'react';
import { MessageText } from '@/components/conversation/message-text';
import { ToolCallCard } from '@/components/conversation/tool-call-card';
import { WaitingLine } from '@/components/conversation/waiting-line';
import { JsonView } from '@/components/json/json-view';
import { AttemptOutcome } from '@/components/runs/attempt/attempt-outcome';
import { caseInputText } from '@/components/runs/attempt/case-input-text';
import type { AttemptBodyProps } from '@/components/runs/body-props';
import { cn } from '@/components/ui/cn';
import { ScrollPane } from '@/components/ui/scroll-pane';
import type { CaseRow } from '@/runner/fold';
import { type Json, toJsonText } from '@/runner/values';

export function ScoredOutput({ onTouch, ...outputProps }: AttemptBodyProps) {
  return (
    <ScrollPane label="Output" onTouch={onTouch}>
      <ScoredAnswer {...outputProps} />
    </ScrollPane>
  );
}

/** Shows one case of an experiment: its input, the output of the agent, and the expected output. */
export function ScoredAnswer({ announced, attempt, raw }: Pick<AttemptBodyProps, 'announced' | 'attempt' | 'raw'>) {
  const { result, phase } = attempt;
  const input = caseInputText(attempt, announced);
  const look = raw ? 'plain' : 'rendered';
  const expected = result?.expected === result?.output ? undefined : result?.expected;
  return (
    <div className="flex flex-col gap-3">
      {input !== undefined && (
        <OutputPart title="Input" className="bg-said">
          <MessageText text={input} look="plain" />
        </OutputPart>
      )}
      {result?.toolCalls.map((call, position) => (
        <ToolCallCard key={call.id ?? position} call={call} name={`tool ${position}`} />
      ))}
      {result?.output !== undefined && (
        <OutputPart title="Output" className="border bg-raised">
          <OutputValue value={result.output} look={look} />
        </OutputPart>
      )}
      {result === undefined && phase !== undefined && <WaitingLine phase={phase} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-3">
        {expected !== undefined && (
          <OutputPart title="Expected output" className="border border-line-strong border-dashed">
            <OutputValue value={expected} look={look} />
          </OutputPart>
        )}
        {result?.groundTruth !== undefined && (
          <OutputPart title="Ground truth" className="border border-line-strong border-dashed">
            <OutputValue value={result.groundTruth} look={look} />
          </OutputPart>
        )}
      </div>
      <CaseMetadata values={announced.metadata} />
      {result !== undefined && <AttemptOutcome result={result} isReasonShown={(result.scores ?? []).length > 0} />}
    </div>
  );
}

function OutputPart({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <article className={cn('rounded-lg px-3.5 py-2.5', className)}>
      <h3 className="mb-1 font-medium text-2xs text-ink-soft">{title}</h3>
      {children}
    </article>
  );
}

function OutputValue({ value, look }: { value: Json; look: 'plain' | 'rendered' }) {
  return typeof value === 'string' ? <MessageText text={value} look={look} /> : <JsonView value={value} />;
}

function CaseMetadata({ values }: { values: CaseRow['metadata'] }) {
  const entries = Object.entries(values ?? {});
  if (entries.length === 0) return null;
  return (
    <section aria-label="Metadata" className="flex flex-col gap-1">
      <h3 className="font-medium text-2xs text-ink-soft">Metadata</h3>
      <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="break-words text-ink-faint">{name}</dt>
            <dd className="whitespace-pre-wrap break-words">{toJsonText(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
