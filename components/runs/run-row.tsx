import Link from 'next/link';
import { Elapsed } from '@/components/ui/elapsed';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { plural } from '@/lib/format';
import type { RunsPage } from '@/lib/queries';
import { PassRate } from './pass-rate';

export const runColumns =
  'md:grid md:grid-cols-[minmax(0,2.4fr)_minmax(0,1.5fr)_8rem_minmax(10rem,1fr)_6.5rem_6rem_6rem] md:items-center md:gap-4';

export function RunRow({ run }: { run: RunsPage['runs'][number] }) {
  return (
    <li
      className={`relative flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b px-4 py-2.5 last:border-b-0 hover:bg-hover ${runColumns}`}
    >
      <Link
        href={`/runs/${run.runId}`}
        className="min-w-0 basis-full truncate font-medium after:absolute after:inset-0 md:basis-auto"
        title={run.suiteKey}
      >
        {run.suiteKey}
      </Link>
      <span className="min-w-0 truncate text-ink-soft" title={agentText(run)}>
        {run.agentId}
        {run.connector !== undefined && <span className="text-ink-faint"> @ {run.connector}</span>}
      </span>
      <Status of={run.status} show="badge" className="justify-self-start" />
      <span className="basis-full md:basis-auto">
        <PassRate counts={run.counts} attempts={run.total * run.attempts} />
      </span>
      <span className="text-ink-soft tabular-nums">
        {plural(run.total, 'case')}
        {run.attempts > 1 && <span className="text-ink-faint"> × {run.attempts}</span>}
      </span>
      <span className="text-ink-soft">
        <Elapsed from={run.startedAt} to={run.finishedAt} />
      </span>
      <span className="relative ml-auto text-ink-faint md:ml-0">
        <TimeAgo at={run.startedAt} />
      </span>
    </li>
  );
}

function agentText(run: RunsPage['runs'][number]): string {
  return run.connector === undefined ? run.agentId : `${run.agentId} @ ${run.connector}`;
}
