'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Status } from '@/components/ui/status';
import { isoTime, percent } from '@/lib/format';
import { caseHistoryQuery } from '@/lib/queries';
import type { CaseRow } from '@/runner/fold';

const SHOWN = 10;

type Props = { row: Pick<CaseRow, 'suiteKey' | 'id'>; shown: string; ended: boolean };

/** The last runs of a case, newest first; each leads to its conversation. */
export function LastRunsOfCase({ row: { suiteKey, id }, shown, ended }: Props) {
  const { data } = useQuery(caseHistoryQuery({ suiteKey, caseId: id, ended }));
  const points = (data?.points ?? []).toReversed().slice(0, SHOWN);
  if (points.length < 2) return null;
  return (
    <nav aria-label="Last runs of this case" className="flex shrink-0 items-center gap-2 border-b px-4 py-1 text-2xs">
      <span className="text-ink-faint">Last runs</span>
      {points.map(({ runId, startedAt, caseScore }) => (
        <Link
          key={runId}
          href={`/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: id })}`}
          aria-current={runId === shown ? 'true' : undefined}
          title={`${isoTime(startedAt)}${caseScore === null ? '' : `, ${percent(caseScore)}`}`}
          className="rounded-sm p-0.5 hover:bg-hover aria-[current]:bg-chosen"
        >
          <Status of={caseScore === 1 ? 'passed' : 'failed'} show="icon" className="[&_svg]:size-3" />
          <span className="sr-only"> {isoTime(startedAt)}</span>
        </Link>
      ))}
    </nav>
  );
}
