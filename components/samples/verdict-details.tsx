import { UnreliableJudge } from '@/components/reviews/unreliable-judge';
import { Status } from '@/components/ui/status';
import type { Score } from '@/runner/contract';
import { formatScoreOrDash, replaceInvisibleCharacters } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { describeVerdictSubject, toVerdictStatus } from './describe-verdict';
import { JudgeExchange } from './judge-exchange';
import { JudgeText } from './judge-text';

/** Shows one verdict with its reason; expands to the request to the judge and its response. */
export function VerdictDetails({ verdict }: { verdict: Score }) {
  const { choice, score, reason, error, contexts, durationMs, request, response, unreliable } = verdict;
  const facts = [
    ...(choice === undefined ? [] : [`chose ${choice}`]),
    `score ${formatScoreOrDash(score)}`,
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
  ];
  return (
    <section
      aria-label={describeVerdictSubject(verdict)}
      className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2.5"
    >
      <h2 className="flex items-baseline gap-2 text-xs">
        <span className="min-w-0 grow break-words font-medium">{describeVerdictSubject(verdict)}</span>
        <Status of={toVerdictStatus(verdict)} />
      </h2>
      <p className="text-2xs text-ink-faint tabular-nums">{facts.join(' · ')}</p>
      {error !== undefined && (
        <p className="whitespace-pre-wrap break-words text-broken text-xs">{replaceInvisibleCharacters(error)}</p>
      )}
      {unreliable !== undefined && <UnreliableJudge why={unreliable} />}
      {reason !== undefined && reason.trim() !== '' && <JudgeText text={reason} />}
      {contexts !== undefined && (
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
          <RetrievedContexts title="Expected contexts" texts={contexts.reference} />
          <RetrievedContexts title="Retrieved contexts" texts={contexts.retrieved} />
        </div>
      )}
      <JudgeExchange request={request} response={response} />
    </section>
  );
}

function RetrievedContexts({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <div>
      <h3 className="text-2xs text-ink-faint">
        {title}, {texts.length}
      </h3>
      {texts.length === 0 ? (
        <p className="text-ink-faint text-xs">nothing</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {texts.map((text, position) => (
            <li
              key={position}
              className="whitespace-pre-wrap break-words rounded-sm border bg-surface px-2 py-1 text-xs"
            >
              {replaceInvisibleCharacters(text)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
