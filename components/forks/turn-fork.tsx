import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { GitFork } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { type AttemptAddress, forksQuery } from '@/lib/queries';
import type { AttemptState, CaseRow } from '@/runner/fold';
import { describeForkOutcome } from './describe-fork-outcome';

const ForkDialog = lazyComponent(dynamic(() => loadExport(() => import('./fork-dialog'), 'ForkDialog')));

type Props = { attemptAddress: AttemptAddress; attempt: AttemptState; row: CaseRow; turn: number };

/** Starts a fork from a turn, and shows the results of earlier forks. */
export function TurnFork({ attemptAddress, attempt, row, turn }: Props) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(forksQuery(attemptAddress.runId));
  const forks = (data?.forks ?? []).filter(
    (fork) =>
      fork.turn === turn &&
      fork.attempt === attemptAddress.attempt &&
      fork.caseId === attemptAddress.caseId &&
      fork.suiteKey === attemptAddress.suiteKey,
  );
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        icon={GitFork}
        title="Fork from this turn"
        aria-label={`Fork here, turn ${turn}`}
        onClick={() => setOpen(true)}
        className="-ml-2"
      >
        Fork here
      </Button>
      {forks.map((fork) => (
        <span key={fork.runId} className="tabular-nums">
          Forked: <TextLink href={`/runs/${fork.runId}`}>{describeForkOutcome(fork)}</TextLink>
        </span>
      ))}
      {open && (
        <ForkDialog
          attemptAddress={attemptAddress}
          attempt={attempt}
          row={row}
          turn={turn}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
