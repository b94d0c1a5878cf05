import { MessageText } from '@/components/conversation/message-text';
import { ToolCallCard } from '@/components/conversation/tool-call-card';
import { cn } from '@/components/ui/cn';
import { useScopedId } from '@/components/ui/id-scope';
import { Status } from '@/components/ui/status';
import type { AnswerSample, Score } from '@/runner/contract';
import { formatCountWithNoun, formatScoreOrDash } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { describeVerdictSubject, toVerdictStatus } from './describe-verdict';
import { isPairVerdict, verdictUrlKey } from './verdict-model';

type Props = {
  sample: AnswerSample;
  verdicts: readonly Score[];
  /** The key of the selected verdict if it is about this answer. */
  pickedVerdict: string | undefined;
  raw: boolean;
  onPick: (pick: string) => void;
};

/** Shows one of several answers to the same question, with the verdicts about it. */
export function SampleCard({ sample, verdicts, pickedVerdict, raw, onPick }: Props) {
  const { label, prompt, output, error, toolCalls = [] } = sample;
  const name = useScopedId()(`sample-${label}`);
  return (
    <article
      id={name}
      aria-labelledby={`${name}-title`}
      className={cn(
        'flex min-w-0 scroll-mt-4 flex-col gap-2 rounded-lg border bg-raised px-3.5 py-2.5',
        pickedVerdict !== undefined && 'border-accent ring-1 ring-accent',
      )}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-2xs text-ink-faint tabular-nums">
        <h3 id={`${name}-title`} className="font-semibold text-ink text-xs">
          Answer {label}
        </h3>
        {output === undefined && <Status of="error" />}
        <span className="ml-auto text-right">{summarizeSample(sample)}</span>
      </header>
      {prompt !== undefined && (
        <p className="whitespace-pre-wrap break-words rounded-md bg-said px-2.5 py-1.5 text-xs">{prompt}</p>
      )}
      {toolCalls.map((call, position) => (
        <ToolCallCard key={call.id ?? position} call={call} name={`sample ${label} tool ${position}`} />
      ))}
      {output !== undefined && <MessageText text={output} look={raw ? 'plain' : 'rendered'} />}
      {error !== undefined && (
        <p className="whitespace-pre-wrap break-words rounded-md bg-broken-soft px-3 py-2 text-broken text-xs">
          {error}
        </p>
      )}
      {verdicts.length > 0 && (
        <ul aria-label={`Verdicts about answer ${label}`} className="mt-auto flex flex-wrap gap-1 pt-1">
          {verdicts.map((verdict) => (
            <li key={verdictUrlKey(verdict)}>
              <VerdictButton verdict={verdict} label={label} pickedVerdict={pickedVerdict} onPick={onPick} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

type ButtonProps = { verdict: Score; label: string; pickedVerdict: string | undefined; onPick: (pick: string) => void };

function VerdictButton({ verdict, label, pickedVerdict, onPick }: ButtonProps) {
  const verdictKey = verdictUrlKey(verdict);
  const other = verdict.samples?.find((entry) => entry !== label) ?? label;
  return (
    <button
      type="button"
      aria-pressed={verdictKey === pickedVerdict}
      title={describeVerdictSubject(verdict)}
      onClick={() => onPick(verdictKey)}
      className={cn(
        'flex h-6 items-center gap-1 rounded-sm border px-1.5 text-2xs tabular-nums',
        verdictKey === pickedVerdict ? 'border-accent bg-chosen' : 'bg-surface hover:bg-hover',
      )}
    >
      <Status of={toVerdictStatus(verdict)} show="icon" className="[&_svg]:size-3" />
      {isPairVerdict(verdict) ? `with ${other}` : (verdict.choice ?? formatScoreOrDash(verdict.score))}
    </button>
  );
}

function summarizeSample({ durationMs, usage, toolCalls = [] }: AnswerSample): string {
  const tokens = usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
  return [
    formatDuration(durationMs),
    ...(tokens === 0 ? [] : [formatCountWithNoun(tokens, 'token')]),
    ...(toolCalls.length === 0 ? [] : [formatCountWithNoun(toolCalls.length, 'tool call')]),
  ].join(' · ');
}
