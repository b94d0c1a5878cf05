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

const ATTEMPTS_PER_CASE = 5;

type Props = { matrix: RunMatrix; ticks: MatrixSelection };

/** Buttons for actions on the ticked cases of the matrix. */
export function MatrixActions({ matrix, ticks }: Props) {
  const [asksTag, setAsksTag] = useState(false);
  const keys = [...ticks.rows];
  const rerunCases = useMutation({ mutationFn: () => runSelectedCases(keys, [...ticks.columns]) });
  const markCases = useMutation({ mutationFn: (change: QuarantineOrTagChange) => bulkEditSelectedCases(keys, change) });
  const problems = [...(rerunCases.data?.problems ?? []), ...errorText(rerunCases.error)];
  return (
    <section aria-label="Ticked cases" className="flex shrink-0 flex-col gap-2 border-t bg-chosen px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-1 font-medium">{formatCountWithNoun(keys.length, 'case')}</span>
        <Button
          size="sm"
          icon={RotateCcw}
          disabled={rerunCases.isPending || ticks.columns.size === 0}
          onClick={() => rerunCases.mutate()}
          title={`${ATTEMPTS_PER_CASE} attempts of each case, with the options of each ticked column’s run and today’s agent`}
        >
          Run again ×{ATTEMPTS_PER_CASE} on {formatCountWithNoun(ticks.columns.size, 'column')}
        </Button>
        <Button
          size="sm"
          icon={CircleSlash}
          disabled={markCases.isPending}
          onClick={() => markCases.mutate({ kind: 'quarantine', on: true })}
          title="The cases still run, but count in no rate or gate"
        >
          Quarantine
        </Button>
        <Button size="sm" disabled={markCases.isPending} onClick={() => setAsksTag(true)}>
          Tag…
        </Button>
        <ReviewMenu matrix={matrix} keys={keys} />
        <LinkButton onClick={() => ticks.onRows(keys, false)}>Untick all</LinkButton>
      </div>
      <p role="status" className="empty:hidden">
        {rerunCases.data !== undefined && rerunCases.data.runIds.length > 0 && (
          <>
            Started {formatCountWithNoun(rerunCases.data.runIds.length, 'run')}:{' '}
            {rerunCases.data.runIds.map((runId, index) => (
              <TextLink key={runId} href={`/runs/${runId}`} look="inline" className="mr-2">
                run {index + 1}
              </TextLink>
            ))}
          </>
        )}
        {markCases.data !== undefined && markCases.variables !== undefined && (
          <>
            {describeBulkEdit(markCases.variables, markCases.data)}{' '}
            {markCases.data > 0 && markCases.variables.on && (
              <LinkButton onClick={() => markCases.mutate({ ...markCases.variables, on: false })}>Undo</LinkButton>
            )}
          </>
        )}
      </p>
      {problems.length > 0 && <Problems problems={problems} />}
      {markCases.error !== null && (
        <Problems title="The case file was not changed." problems={errorText(markCases.error)} />
      )}
      {asksTag && (
        <TagDialog
          count={keys.length}
          onTag={(tag) => {
            setAsksTag(false);
            markCases.mutate({ kind: 'tag', tag, on: true });
          }}
          onClose={() => setAsksTag(false)}
        />
      )}
    </section>
  );
}

/** Runs the ticked cases again: starts one run for each suite and column. */
async function runSelectedCases(keys: readonly string[], runIds: readonly string[]) {
  const startedRuns = { runIds: [] as string[], problems: [] as string[] };
  for (const runId of runIds) {
    for (const [suite, cases] of groupCaseKeysBySuite(keys)) {
      const answer = await runAgain(runId, { suite, cases, attempts: ATTEMPTS_PER_CASE });
      if (answer.ok) startedRuns.runIds.push(answer.runId);
      else startedRuns.problems.push(...answer.problems);
    }
  }
  return startedRuns;
}

/** Returns the number of cases that were changed. */
async function bulkEditSelectedCases(keys: readonly string[], change: QuarantineOrTagChange): Promise<number> {
  let count = 0;
  for (const [suiteKey, caseIds] of groupCaseKeysBySuite(keys)) {
    const { caseIds: changed } = await bulkEditCases({ suiteKey, caseIds, mark: change });
    count += changed.length;
  }
  return count;
}

function groupCaseKeysBySuite(keys: readonly string[]): Map<string, string[]> {
  const suites = Map.groupBy(keys.map(parseCaseKey), ({ suiteKey }) => suiteKey);
  return new Map([...suites].map(([suiteKey, cases]) => [suiteKey, cases.map(({ caseId }) => caseId)]));
}

function describeBulkEdit(change: QuarantineOrTagChange, count: number): string {
  const cases = formatCountWithNoun(count, 'case');
  switch (change.kind) {
    case 'quarantine':
      return change.on ? `${cases} quarantined.` : `${cases} no longer quarantined.`;
    case 'tag':
      return change.on ? `${cases} tagged ${change.tag}.` : `${cases} no longer tagged ${change.tag}.`;
    default:
      return change satisfies never;
  }
}
