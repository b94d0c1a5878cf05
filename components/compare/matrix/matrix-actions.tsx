import { useMutation } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CircleSlash, RotateCcw } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { LinkButton, TextLink } from '@/components/ui/links';
import { Problems } from '@/components/ui/problems';
import { bulkEditCases, errorText, type QuarantineOrTagChange, type RunMatrix, runAgain } from '@/lib/queries';
import { parseCaseKey } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { ReviewMenu } from './review-menu';
import type { MatrixSelection } from './use-matrix-selection';

const TagDialog = lazyComponent(dynamic(() => loadExport(() => import('./tag-dialog'), 'TagDialog')));

const ATTEMPTS = 5;

type Props = { matrix: RunMatrix; ticks: MatrixSelection };

/** What can be done with the ticked cases. */
export function MatrixActions({ matrix, ticks }: Props) {
  const [asksTag, setAsksTag] = useState(false);
  const keys = [...ticks.rows];
  const again = useMutation({ mutationFn: () => runSelectedCases(keys, [...ticks.columns]) });
  const mark = useMutation({ mutationFn: (marked: QuarantineOrTagChange) => bulkEditSelectedCases(keys, marked) });
  const problems = [...(again.data?.problems ?? []), ...errorText(again.error)];
  return (
    <section aria-label="Ticked cases" className="flex shrink-0 flex-col gap-2 border-t bg-chosen px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 font-medium">{formatCountWithNoun(keys.length, 'case')}</span>
        <Button
          size="sm"
          icon={RotateCcw}
          disabled={again.isPending || ticks.columns.size === 0}
          onClick={() => again.mutate()}
          title={`${ATTEMPTS} attempts of each case, with the options of each ticked column’s run and today’s agent`}
        >
          Run again ×{ATTEMPTS} on {formatCountWithNoun(ticks.columns.size, 'column')}
        </Button>
        <Button
          size="sm"
          icon={CircleSlash}
          disabled={mark.isPending}
          onClick={() => mark.mutate({ kind: 'quarantine', on: true })}
          title="The cases still run, but count in no rate or gate"
        >
          Quarantine
        </Button>
        <Button size="sm" disabled={mark.isPending} onClick={() => setAsksTag(true)}>
          Tag…
        </Button>
        <ReviewMenu matrix={matrix} keys={keys} />
        <LinkButton onClick={() => ticks.onRows(keys, false)}>Untick all</LinkButton>
      </div>
      <p role="status" className="empty:hidden">
        {again.data !== undefined && again.data.runIds.length > 0 && (
          <>
            Started {formatCountWithNoun(again.data.runIds.length, 'run')}:{' '}
            {again.data.runIds.map((runId, index) => (
              <TextLink key={runId} href={`/runs/${runId}`} look="inline" className="mr-2">
                run {index + 1}
              </TextLink>
            ))}
          </>
        )}
        {mark.data !== undefined && mark.variables !== undefined && (
          <>
            {describeBulkEdit(mark.variables, mark.data)}{' '}
            {mark.data > 0 && mark.variables.on && (
              <LinkButton onClick={() => mark.mutate({ ...mark.variables, on: false })}>Undo</LinkButton>
            )}
          </>
        )}
      </p>
      {problems.length > 0 && <Problems problems={problems} />}
      {mark.error !== null && <Problems title="The case file was not changed." problems={errorText(mark.error)} />}
      {asksTag && (
        <TagDialog
          count={keys.length}
          onTag={(tag) => {
            setAsksTag(false);
            mark.mutate({ kind: 'tag', tag, on: true });
          }}
          onClose={() => setAsksTag(false)}
        />
      )}
    </section>
  );
}

/** Starts one run for each suite and column. */
async function runSelectedCases(keys: readonly string[], runIds: readonly string[]) {
  const started = { runIds: [] as string[], problems: [] as string[] };
  for (const runId of runIds) {
    for (const [suite, cases] of groupCaseKeysBySuite(keys)) {
      const answer = await runAgain(runId, { suite, cases, attempts: ATTEMPTS });
      if (answer.ok) started.runIds.push(answer.runId);
      else started.problems.push(...answer.problems);
    }
  }
  return started;
}

/** Returns the number of cases that were changed. */
async function bulkEditSelectedCases(keys: readonly string[], mark: QuarantineOrTagChange): Promise<number> {
  let count = 0;
  for (const [suiteKey, caseIds] of groupCaseKeysBySuite(keys)) {
    const { caseIds: changed } = await bulkEditCases({ suiteKey, caseIds, mark });
    count += changed.length;
  }
  return count;
}

function groupCaseKeysBySuite(keys: readonly string[]): Map<string, string[]> {
  const suites = Map.groupBy(keys.map(parseCaseKey), ({ suiteKey }) => suiteKey);
  return new Map([...suites].map(([suiteKey, cases]) => [suiteKey, cases.map(({ caseId }) => caseId)]));
}

function describeBulkEdit(mark: QuarantineOrTagChange, count: number): string {
  const cases = formatCountWithNoun(count, 'case');
  switch (mark.kind) {
    case 'quarantine':
      return mark.on ? `${cases} quarantined.` : `${cases} no longer quarantined.`;
    case 'tag':
      return mark.on ? `${cases} tagged ${mark.tag}.` : `${cases} no longer tagged ${mark.tag}.`;
    default:
      return mark satisfies never;
  }
}
