import type { RunsPage } from '@/lib/queries';
import { RunRow, runColumns } from './run-row';

const headings = ['Suite', 'Agent', 'Status', 'Pass rate', 'Cases', 'Duration', 'Started'];

export function RunList({ runs }: { runs: RunsPage['runs'] }) {
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div aria-hidden className={`hidden border-b bg-sunken px-4 py-1.5 text-2xs text-ink-faint ${runColumns}`}>
        {headings.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <ul aria-label="Runs, newest first">
        {runs.map((run) => (
          <RunRow key={run.runId} run={run} />
        ))}
      </ul>
    </div>
  );
}
