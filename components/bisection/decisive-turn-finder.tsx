import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { Button } from '@/components/ui/button';
import { NumberField } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { LinkButton, TextLink } from '@/components/ui/links';
import { Problems } from '@/components/ui/problems';
import {
  type AttemptAddress,
  type BisectionOfAttempt,
  bisectionQuery,
  bisectRun,
  cancelRun,
  errorText,
  runQuery,
} from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';
import { DEFAULT_ROLLOUTS } from '@/runner/values';
import { bisectionEstimateText, describeRollouts } from './describe-bisection';

const PassRateByTurnsKeptChart = lazyComponent(
  dynamic(() => loadExport(() => import('./pass-rate-by-turns-kept-chart'), 'PassRateByTurnsKeptChart')),
);

type Props = { runId: string; attempt: AttemptState; onTurn: (turn: number) => void };

/** Finds the turn that decided a failed conversation: starts a bisection, and shows its results. */
export function DecisiveTurnFinder(props: Props) {
  const { options } = useQuery({ ...runQuery(props.runId), enabled: false }).data ?? {};
  // Hidden for attacks: their cases are generated and not in a file, so a bisection could not run them again.
  const isDerived = options?.fork !== undefined || options?.bisect !== undefined || options?.purpose === 'attack';
  return isDerived ? null : <AttemptBisection {...props} />;
}

function AttemptBisection({ runId, attempt, onTurn }: Props) {
  const attemptAddress = { runId, suiteKey: attempt.suiteKey, caseId: attempt.caseId, attempt: attempt.attempt };
  const { data } = useQuery(bisectionQuery(attemptAddress));
  const bisection = data?.bisection ?? undefined;
  const isRunning = bisection?.status === 'running';
  useOpenTurnWhenFinished(bisection, onTurn);
  return (
    <section aria-label="Find the turn" className="flex flex-col gap-3 border-t px-4 py-3 text-xs">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold text-sm">Find the turn</h3>
        {bisection === undefined && (
          <p className="text-ink-soft">
            Which turn decided this failure? Plays the rest of the conversation again from different turns, and compares
            how often it passes.
          </p>
        )}
      </div>
      {bisection !== undefined && <BisectionFindings bisection={bisection} onTurn={onTurn} />}
      {isRunning ? (
        <RunningBisection bisection={bisection} />
      ) : (
        <StartBisectionForm key={bisection?.runId} place={attemptAddress} attempt={attempt} bisection={bisection} />
      )}
    </section>
  );
}

/** Selects the decisive turn when a bisection ends while this page shows it. */
function useOpenTurnWhenFinished(bisection: BisectionOfAttempt | undefined, onTurn: (turn: number) => void): void {
  const watched = useRef<string>(undefined);
  const { status, runId, report } = bisection ?? {};
  const [turn] = report?.finding === undefined ? [] : report.turns;
  useEffect(() => {
    if (status === 'running') watched.current = runId;
    else if (watched.current !== undefined && watched.current === runId) {
      watched.current = undefined;
      if (turn !== undefined) onTurn(turn);
    }
  }, [status, runId, turn, onTurn]);
}

type BisectionFindingsProps = { bisection: BisectionOfAttempt; onTurn: (turn: number) => void };

function BisectionFindings({ bisection, onTurn }: BisectionFindingsProps) {
  const { report, runId } = bisection;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="break-words text-sm">
        <TextWithCode text={report.sentences.join(' ')} />
      </p>
      {report.finding !== undefined && report.turns.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {report.turns.map((turn) => (
            <LinkButton key={turn} onClick={() => onTurn(turn)}>
              Show turn {turn}
            </LinkButton>
          ))}
        </p>
      )}
      {report.chances.some(({ played }) => played > 0) && <PassRateByTurnsKeptChart report={report} />}
      <p className="text-ink-soft tabular-nums">
        {describeRollouts(bisection)} <TextLink href={`/runs/${runId}`}>Show the rollouts</TextLink>
      </p>
    </div>
  );
}

function RunningBisection({ bisection: { runId, played, budget } }: Pick<BisectionFindingsProps, 'bisection'>) {
  const cancelBisection = useMutation({ mutationFn: () => cancelRun(runId) });
  const isStopping = cancelBisection.isPending || cancelBisection.isSuccess;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress
        aria-label="Rollouts"
        value={played}
        max={budget}
        className="h-1.5 min-w-24 grow appearance-none overflow-hidden rounded-full bg-idle-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-idle-soft [&::-webkit-progress-value]:bg-accent"
      />
      <Button look="danger" size="sm" disabled={isStopping} onClick={() => cancelBisection.mutate()}>
        {isStopping ? 'Stopping…' : 'Stop'}
      </Button>
      <p className="w-full text-ink-faint">If you stop, the results so far are kept.</p>
      <Problems title="The bisection could not be stopped." problems={errorText(cancelBisection.error)} />
    </div>
  );
}

type FormProps = Pick<Props, 'attempt'> & { place: AttemptAddress; bisection: BisectionOfAttempt | undefined };

function StartBisectionForm({ place, attempt, bisection }: FormProps) {
  const queries = useQueryClient();
  const currency = useQuery({ ...runQuery(place.runId), enabled: false }).data?.options?.currency;
  const [budget, setBudget] = useState(DEFAULT_ROLLOUTS);
  const start = useMutation({
    mutationFn: () => bisectRun(place, budget),
    onSuccess: () => queries.invalidateQueries({ queryKey: bisectionQuery(place).queryKey }),
  });
  const refused = start.data?.ok === false ? start.data.problems : [];
  const isStarting = start.isPending || start.data?.ok === true;
  const submit = bisection === undefined ? 'Find the turn' : 'Continue';
  return (
    <Form onSubmit={() => start.mutate()}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-28">
          <NumberField label="Maximum rollouts" value={budget} onChange={setBudget} />
        </div>
        <Button type="submit" size="md" disabled={isStarting}>
          {isStarting ? 'Starting…' : submit}
        </Button>
      </div>
      <p className="text-ink-soft">
        {bisectionEstimateText(attempt, { budget, currency, known: bisection?.known ?? 0 })}
      </p>
      <Problems title="The bisection could not be started." problems={[...refused, ...errorText(start.error)]} />
    </Form>
  );
}
