import { cn } from '@/components/ui/cn';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import type { Score } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { formatCountWithNoun, formatExactPercent, formatScoreOrDash } from '@/runner/format';
import { metricTitleByKind } from '@/runner/verdict';
import { describeVerdictSubject, metricTitle, toVerdictStatus } from './describe-verdict';
import { PairMatrix } from './pair-matrix';
import { VerdictDetails } from './verdict-details';
import {
  findDecisiveVerdict,
  findPickedVerdict,
  groupVerdictsByMetric,
  type VerdictGroup,
  verdictUrlKey,
} from './verdict-model';

type Props = { attempt: AttemptState; pick: string | null; onPick: (pick: string) => void };

/** Shows the judges' verdicts on the answers of a case, grouped by metric, and the selected verdict in full. */
export function VerdictsTab({ attempt, pick, onPick }: Props) {
  const groups = groupVerdictsByMetric(attempt);
  if (groups.length === 0) {
    return (
      <Notice
        title={attempt.result === undefined ? 'Nothing has been judged yet.' : 'No verdicts.'}
        details={[
          attempt.result === undefined
            ? 'Verdicts appear here as soon as the judge gives them.'
            : 'No answer arrived, so there is nothing to judge. The errors are shown with the answers.',
        ]}
      />
    );
  }
  const verdict = findPickedVerdict(attempt.scores, pick) ?? findDecisiveVerdict(attempt);
  const currentPick = verdict === undefined ? undefined : verdictUrlKey(verdict);
  return (
    <div className="flex flex-col divide-y">
      {groups.map((group) => (
        <section key={group.position} className="flex flex-col gap-2.5 px-4 py-3">
          <GroupHeading group={group} />
          {group.pairs.length > 0 && (
            <PairMatrix title={metricTitle(group.metric)} pairs={group.pairs} shownKey={currentPick} onPick={onPick} />
          )}
          {group.singles.length > 0 && <VerdictList verdicts={group.singles} shownKey={currentPick} onPick={onPick} />}
          {verdict?.position === group.position ? (
            <VerdictDetails key={currentPick} verdict={verdict} />
          ) : (
            <p className="text-ink-faint text-xs">Select a verdict to see why.</p>
          )}
        </section>
      ))}
    </div>
  );
}

function GroupHeading({ group: { metric, result, pairs, singles } }: { group: VerdictGroup }) {
  const count = pairs.length + singles.length;
  return (
    <h2 className="flex flex-wrap items-baseline gap-x-2 text-xs">
      <span className="font-medium">{metricTitle(metric)}</span>
      <span className="text-ink-faint">{formatCountWithNoun(count, 'verdict')}</span>
      {result !== undefined && (
        <span className="ml-auto tabular-nums">
          <span className="text-ink-faint">{metricTitleByKind[result.kind]} </span>
          <span className="font-semibold">{result.score === null ? 'none' : formatExactPercent(result.score)}</span>
        </span>
      )}
    </h2>
  );
}

type VerdictListProps = { verdicts: readonly Score[]; shownKey: string | undefined; onPick: (pick: string) => void };

/** Lists verdicts on single answers. */
function VerdictList({ verdicts, shownKey, onPick }: VerdictListProps) {
  return (
    <ol className="-mx-2 flex flex-col">
      {verdicts.map((verdict) => {
        const verdictKey = verdictUrlKey(verdict);
        return (
          <li key={verdictKey}>
            <button
              type="button"
              aria-pressed={shownKey === verdictKey}
              onClick={() => onPick(verdictKey)}
              className={cn(
                'flex w-full items-baseline gap-2 rounded-sm px-2 py-1 text-left text-xs',
                shownKey === verdictKey ? 'bg-chosen' : 'hover:bg-hover',
              )}
            >
              <Status of={toVerdictStatus(verdict)} show="icon" className="self-center" />
              <span className="min-w-0 grow break-words">{describeVerdictSubject(verdict)}</span>
              <span className="shrink-0 text-ink-faint tabular-nums">
                {verdict.choice ?? formatScoreOrDash(verdict.score)}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
