import Link from 'next/link';
import { Plus } from '@/components/ui/icons';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { CaseFileItem } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';
import { caseEditorUrl } from './case-address';

/** Lists the case files of the workspace by folder, with the results of their newest complete runs. */
export function CaseFileList({ files }: { files: readonly CaseFileItem[] }) {
  return (
    <ul aria-label="Case files" className="overflow-hidden rounded-lg border bg-surface">
      {files.map((file) => (
        <li
          key={file.key}
          className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b px-4 py-2 last:border-b-0 hover:bg-hover"
        >
          <Link
            href={caseEditorUrl(file.key)}
            className="min-w-0 grow break-words font-medium underline-offset-2 hover:underline"
          >
            {file.key}
          </Link>
          {file.problems > 0 && (
            <span className="text-fail text-xs">{formatCountWithNoun(file.problems, 'problem')}</span>
          )}
          {file.problems === 0 && (
            <span className="text-ink-soft text-xs tabular-nums">{formatCountWithNoun(file.cases, 'case')}</span>
          )}
          <LastRuns file={file} />
          {file.key.endsWith('.jsonl') && <NewCaseLink suiteKey={file.key} />}
        </li>
      ))}
    </ul>
  );
}

/** A link that opens the case file with a new case, shown as a form. */
function NewCaseLink({ suiteKey }: { suiteKey: string }) {
  return (
    <Link
      href={`${caseEditorUrl(suiteKey)}?view=form&new=true`}
      prefetch={false}
      className="flex min-h-6 items-center gap-1 whitespace-nowrap text-ink-soft text-xs underline-offset-2 hover:text-ink hover:underline"
    >
      <Plus aria-hidden className="size-3.5" />
      New case
      <span className="sr-only"> in {suiteKey}</span>
    </Link>
  );
}

const MAX_SHOWN_SERIES = 3;

/**
 * Shows the newest complete run of the file for each combination of agent, connector and simulator. Labels contain only
 * what differs between these runs.
 */
function LastRuns({ file: { last } }: { file: CaseFileItem }) {
  if (last.length === 0) return <span className="text-ink-faint text-xs">no complete run yet</span>;
  const agents = new Set(last.map(({ agentId }) => agentId)).size;
  const hiddenCount = last.length - MAX_SHOWN_SERIES;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-xs">
      {last.slice(0, MAX_SHOWN_SERIES).map((run) => (
        <LastRunLink
          key={run.runId}
          run={run}
          fileName={last.length === 1 ? '' : formatTestedRunLabel(run, agents > 1)}
        />
      ))}
      {hiddenCount > 0 && <span className="text-ink-faint">and {hiddenCount} more</span>}
    </span>
  );
}

function formatTestedRunLabel({ agentId, connector, simulator }: LastRunOfFile, withAgent: boolean): string {
  const model = connector ?? 'no connector';
  const testedModel = withAgent ? `${agentId} @ ${model}` : model;
  return simulator === null ? testedModel : `${testedModel}, user: ${simulator}`;
}

type LastRunOfFile = CaseFileItem['last'][number];

function LastRunLink({ run, fileName }: { run: LastRunOfFile; fileName: string }) {
  const allPassed = run.passed === run.judged;
  return (
    <Link href={`/runs/${run.runId}`} className="flex min-h-6 items-center gap-1.5 underline-offset-2 hover:underline">
      <Status of={allPassed ? 'passed' : 'failed'} show="icon" className="self-center" />
      {fileName !== '' && <span className="text-ink-soft">{fileName}:</span>}
      <span className="tabular-nums">
        {run.passed} of {run.judged} passed
      </span>
      <span className="text-ink-faint">
        <TimeAgo time={run.startedAt} />
      </span>
    </Link>
  );
}
