import Link from 'next/link';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { plural } from '@/lib/format';
import type { CaseFileItem } from '@/lib/queries';
import { addressOfCase } from './case-address';

/** The case files of the workspace, folder by folder, with how each ran last. */
export function CaseFileList({ files }: { files: readonly CaseFileItem[] }) {
  return (
    <ul aria-label="Case files" className="overflow-hidden rounded-lg border bg-surface">
      {files.map((file) => (
        <li
          key={file.key}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b px-4 py-2 last:border-b-0 hover:bg-hover"
        >
          <Link
            href={addressOfCase(file.key)}
            className="min-w-0 grow break-words font-medium underline-offset-2 hover:underline"
          >
            {file.key}
          </Link>
          {file.problems > 0 && <span className="text-fail text-xs">{plural(file.problems, 'problem')}</span>}
          {file.problems === 0 && (
            <span className="text-ink-soft text-xs tabular-nums">{plural(file.cases, 'case')}</span>
          )}
          <LastRun file={file} />
        </li>
      ))}
    </ul>
  );
}

function LastRun({ file: { last } }: { file: CaseFileItem }) {
  if (last === undefined) return <span className="text-ink-faint text-xs">never run</span>;
  const good = last.passed === last.judged;
  return (
    <Link
      href={`/runs/${last.runId}`}
      className="flex items-baseline gap-1.5 text-xs underline-offset-2 hover:underline"
    >
      <Status of={good ? 'passed' : 'failed'} show="icon" className="self-center" />
      <span className="tabular-nums">
        {last.passed} of {last.judged} passed
      </span>
      <span className="text-ink-faint">
        <TimeAgo at={last.startedAt} />
      </span>
    </Link>
  );
}
