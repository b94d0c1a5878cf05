import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { FilterField } from '@/components/ui/filter-field';
import { Form, FormButtons } from '@/components/ui/form';
import { PendingQuery } from '@/components/ui/pending-query';
import { type RunListItem, type RunMatrix, runsQuery } from '@/lib/queries';
import { MAX_MATRIX_COLUMNS, type MatrixColumnSelection } from '@/runner/contract';
import { formatLocalTime } from '@/runner/format';
import { formatBriefPercent } from '@/runner/values';
import type { MatrixSettings } from './matrix-settings';

type Props = {
  matrix: RunMatrix;
  view: MatrixSettings;
  onColumns: (columns: Pick<MatrixSettings, 'by' | 'runs'>) => void;
  onClose: () => void;
};

const MAX_LISTED_RUNS = 100;

const columnSelectionDescriptions: Readonly<Record<MatrixColumnSelection, string>> = {
  models: 'Newest run on each model',
  versions: 'Newest run of each version of the agent',
};

/** A dialog to choose the columns: by a rule, or as single runs in the order in which they are ticked. */
export function ColumnsDialog({ matrix, view, onColumns, onClose }: Props) {
  const [text, setText] = useState(view.suite);
  const [runIds, setRunIds] = useState(() => matrix.columns.map(({ runId }) => runId));
  const query = useQuery(runsQuery({ text, limit: MAX_LISTED_RUNS }));
  const isFull = runIds.length >= MAX_MATRIX_COLUMNS;
  return (
    <Dialog onClose={onClose} title="Columns" description="Up to six runs. The others are compared with the first.">
      <Form onSubmit={() => onColumns({ by: view.by, runs: runIds })}>
        {view.suite !== '' && (
          <div className="flex flex-wrap gap-2">
            {(['models', 'versions'] as const).map((by) => (
              <Button key={by} size="sm" onClick={() => onColumns({ by, runs: [] })}>
                {columnSelectionDescriptions[by]}
              </Button>
            ))}
          </div>
        )}
        <FilterField label="Find runs" placeholder="Suite, agent, connector or label" value={text} onChange={setText} />
        {query.data === undefined ? (
          <PendingQuery query={query} className="h-40" />
        ) : (
          <ul aria-label="Runs" className="flex max-h-80 flex-col overflow-y-auto rounded-md border">
            {query.data.runs.map((run) => {
              const position = runIds.indexOf(run.runId);
              return (
                <li key={run.runId} className="border-b last:border-b-0">
                  <label className="flex items-start gap-2 px-2.5 py-1.5 text-xs hover:bg-hover">
                    <Checkbox
                      checked={position >= 0}
                      disabled={position === -1 && isFull}
                      onChange={(isChosen) =>
                        setRunIds(isChosen ? [...runIds, run.runId] : runIds.filter((id) => id !== run.runId))
                      }
                      className="mt-0.5 size-3.5"
                    />
                    <ColumnRunSummary run={run} />
                    {position >= 0 && <span className="text-ink-faint tabular-nums">{position + 1}</span>}
                  </label>
                </li>
              );
            })}
          </ul>
        )}
        <FormButtons submit="Show these runs" disabled={runIds.length < 2} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function ColumnRunSummary({ run }: { run: RunListItem }) {
  const { agentId, connector, label, commit, branch, passRate, startedAt, suiteKey } = run;
  const version = [label, branch, commit?.slice(0, 7)].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 grow flex-col">
      <span className="truncate font-medium">
        {agentId}
        {connector !== undefined && ` @ ${connector}`}
        {passRate !== null && <span className="font-normal text-ink-soft"> {formatBriefPercent(passRate)}</span>}
      </span>
      <span className="truncate text-2xs text-ink-faint">
        {[formatLocalTime(startedAt), version, suiteKey].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
