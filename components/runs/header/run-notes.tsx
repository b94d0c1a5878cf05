import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { RunFigures } from '@/lib/view/run-figures';
import { countUnreadable, describeDuplicateStart, hasStoppedEarly, type RunState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { describeDecisions } from '@/runner/verdict';

const UnreadableEventNotices = lazyComponent(
  dynamic(() => loadExport(() => import('../unreadable-event-notices'), 'UnreadableEventNotices')),
);

const ForkOrigin = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/forks/forked-from'), 'ForkOrigin')),
);

const AttackSummary = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/attacks/attack-summary'), 'AttackSummary')),
);

const BisectedAttemptNote = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/bisection/bisected-attempt'), 'BisectedAttemptNote')),
);

type Props = { state: RunState; figures: RunFigures };

/** Shows further information about a run below its counts. */
export function RunNotes({ state, figures }: Props) {
  const decisionTexts = describeDecisions(state.rows);
  return (
    <>
      <RunPurposeNote state={state} />
      {state.begunTwice !== undefined && <p className="text-ink-soft text-xs">{describeDuplicateStart(state)}</p>}
      {figures.idle !== undefined && (
        <p className="line-clamp-2 text-ink-soft text-xs" title={figures.idle}>
          Parts without effect: {figures.idle}
        </p>
      )}
      {decisionTexts !== undefined && <p className="text-ink-soft text-xs">Decided: {decisionTexts}</p>}
      {needsStatusReason(state) && <p className="text-ink-soft text-xs">{state.reason}</p>}
      {state.unreadable !== undefined && (
        <details className="text-ink-soft text-xs">
          <summary>{formatCountWithNoun(countUnreadable(state.unreadable), 'unreadable event')}</summary>
          <div className="mt-1.5 max-h-40 overflow-y-auto">
            <UnreadableEventNotices events={state.unreadable} label="Unreadable events of the run" />
          </div>
        </details>
      )}
      <RunWarnings warnings={figures.warnings} />
    </>
  );
}

function RunWarnings({ warnings }: Pick<RunFigures, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <details className="text-late text-xs">
      <summary>{formatCountWithNoun(warnings.length, 'warning')}</summary>
      <ul className="max-h-40 overflow-y-auto">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Returns true if the number of failed cases does not explain the run's status: a gate failed, the run passed despite
 * failures, or it was stopped.
 */
function needsStatusReason({ status, counts, options }: RunState): boolean {
  const badCount = counts.failed + counts.error + counts.timeout;
  if (status === 'passed') return badCount > 0;
  if (status === 'failed') return badCount === 0 || options?.gates !== undefined;
  return hasStoppedEarly({ status });
}

/** Explains the purpose of a fork, a bisection or an attack; renders nothing for other runs. */
function RunPurposeNote({ state }: Pick<Props, 'state'>) {
  const { fork, bisect, purpose } = state.options ?? {};
  if (fork !== undefined) return <ForkOrigin fork={fork} state={state} />;
  if (bisect !== undefined) return <BisectedAttemptNote bisect={bisect} />;
  return purpose === 'attack' ? <AttackSummary runId={state.runId} rows={state.rows} /> : null;
}
