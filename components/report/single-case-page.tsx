import { useEffect } from 'react';
import { RunStatus } from '@/components/runs/run-status';
import type { OmittableReportPart } from '@/runner/contract';
import { formatIsoTime, formatLocalTime, replaceInvisibleCharacters } from '@/runner/format';
import type { PageRun } from '@/runner/reporters/html/page-data';
import { formatDuration } from '@/runner/values';
import { getCurrentReportAddress } from './address';
import { CaseBody } from './case-body';
import type { ReportData } from './stored-data';
import { usePrinting } from './use-printing';
import { caseElementId } from './use-report-address';

const casePageElementId = caseElementId(0);

/** The report of a single case: its description and its attempts. Opens at the turn in the address of the page. */
export function SingleCasePage({ data: { run, rows, attemptsAt } }: { data: ReportData }) {
  const printing = usePrinting();
  const [row] = rows;
  useEffect(() => {
    document.querySelector(`#${casePageElementId} [aria-pressed=true]`)?.scrollIntoView({ block: 'center' });
  }, []);
  if (row === undefined) return null;
  const { leftOut: parts = [], missing = [] } = run;
  const leftOutNames = [...parts.map((part) => omittedPartTexts[part]), ...missing];
  return (
    <>
      <section aria-labelledby="title" className="flex flex-col gap-1.5 rounded-lg border bg-surface px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 id="title" className="min-w-0 break-words font-semibold text-xl">
            {replaceInvisibleCharacters(row.name ?? row.id)}
          </h1>
          <RunStatus status={run.status} counts={run.attempts} />
        </div>
        <CaseFacts run={run} id={row.id} suite={row.suiteKey} />
        {leftOutNames.length > 0 && (
          <p className="text-ink-soft text-xs">Left out of this file: {leftOutNames.join(', ')}</p>
        )}
      </section>
      <h2 className="sr-only">Conversation</h2>
      <div id={casePageElementId}>
        <CaseBody
          row={row}
          read={() => attemptsAt(0)}
          scope={casePageElementId}
          turn={getCurrentReportAddress().turn}
          printing={printing}
        />
      </div>
    </>
  );
}

const omittedPartTexts: Readonly<Record<OmittableReportPart, string>> = {
  users: 'user messages',
  tools: 'tool results',
  attachments: 'attachments',
  notes: 'reviewer notes',
};

function CaseFacts({ run, id, suite }: { run: PageRun; id: string; suite: string }) {
  const { agentId = '', connector = run.connector } = run.suites.find(({ key }) => key === suite) ?? {};
  const facts = [
    id,
    suite,
    connector === undefined ? agentId : `${agentId} @ ${connector}`,
    formatDuration(run.durationMs),
    `run ${run.runId.slice(0, 13)}`,
  ];
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-ink-soft">
      <time dateTime={formatIsoTime(run.startedAt)} title={formatIsoTime(run.startedAt)}>
        {formatLocalTime(run.startedAt)}
      </time>
      {facts.map((fact) => (
        <span key={fact} className="min-w-0 break-words">
          {replaceInvisibleCharacters(fact)}
        </span>
      ))}
    </p>
  );
}
