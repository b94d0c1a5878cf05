import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { HighlightedTurnProvider } from '@/components/conversation/turn-highlight';
import { UnjudgedCalls } from '@/components/inspector/unjudged-calls';
import { caseKindViews } from '@/components/runs/kind-views';
import { runCasesPageQuery } from '@/components/runs/run-screen-query';
import { FullTextProvider } from '@/components/ui/full-text';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Skeleton } from '@/components/ui/skeleton';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { attemptQuery, caseHistoryQuery, runQuery } from '@/lib/queries';
import { chooseDefaultAttempt } from '@/lib/view/auto-selection';
import { getRowStatus } from '@/lib/view/row-status';
import { buildCallRule } from '@/runner/authoring';
import type { AttemptState, CaseRow, RunState } from '@/runner/fold';
import { formatCountWithNoun, formatIsoTime, formatPercent } from '@/runner/format';
import { useFormCase } from '../form/use-form-case';

type Props = {
  runId: string;
  suiteKey: string;
  caseId: string;
  /** True if the whole state of the run is cached and the page receives its live updates. */
  followed: boolean;
};

/** Shows the conversation of a case in one run, with live updates and the same views as the page of the run. */
export function CaseConversation({ runId, suiteKey, caseId, followed }: Props) {
  const run = useQuery({ ...runQuery(runId), enabled: followed });
  const part = useQuery({
    ...runCasesPageQuery(runId, { q: '', suite: suiteKey, case: caseId, offset: 0 }),
    enabled: !followed,
  });
  const query = followed ? run : part;
  const state = followed ? run.data : part.data?.state;
  if (query.isError || state === undefined) return <PendingQuery query={query} className="m-4 h-40" />;
  return <CaseRunView state={state} suiteKey={suiteKey} caseId={caseId} />;
}

function CaseRunView({ state, suiteKey, caseId }: { state: RunState; suiteKey: string; caseId: string }) {
  const row = state.rows.find((entry) => entry.suiteKey === suiteKey && entry.id === caseId);
  if (row === undefined) {
    const isStarting = state.finishedAt === undefined;
    return <Notice title={isStarting ? 'The run is starting.' : `${caseId} was not part of this run.`} />;
  }
  return <RunAttemptView state={state} row={row} />;
}

function RunAttemptView({ state, row }: { state: RunState; row: CaseRow }) {
  const [turn, setTurn] = useState<number | null>(null);
  const [pick, setPick] = useState<string | null>(null);
  const key = { suiteKey: row.suiteKey, caseId: row.id, attempt: chooseDefaultAttempt(row) };
  const query = useQuery(attemptQuery(state.runId, key));
  const { Body } = caseKindViews[row.kind];
  const search = new URLSearchParams({ suite: row.suiteKey, case: row.id });
  return (
    <FullTextProvider place={{ runId: state.runId, ...key }}>
      <HighlightedTurnProvider>
        <div className="flex h-full min-h-0 flex-col">
          <p className="flex shrink-0 flex-wrap items-baseline gap-x-3 border-b px-4 py-1.5 text-xs">
            <Status of={getRowStatus(row)} />
            {state.startedAt !== undefined && (
              <span className="text-ink-faint">
                <TimeAgo time={state.startedAt} />
              </span>
            )}
            <TextLink href={`/runs/${state.runId}?${search}`} className="ml-auto">
              Open the run
            </TextLink>
          </p>
          <AddRulesForCalls caseId={row.id} attempt={query.data} />
          <LastRunsOfCase row={row} isShown={state.runId} hasEnded={state.finishedAt !== undefined} />
          {query.data === undefined ? (
            <Skeleton className="m-4 h-32" />
          ) : (
            <Body
              announced={row}
              attempt={query.data}
              raw={false}
              turn={turn}
              onTurn={setTurn}
              pick={pick}
              onPick={setPick}
              onTouch={() => undefined}
            />
          )}
        </div>
      </HighlightedTurnProvider>
    </FullTextProvider>
  );
}

/** Offers rules for tool calls that no assertion checks; a click adds a rule to the open text. */
function AddRulesForCalls({ caseId, attempt }: { caseId: string; attempt: AttemptState | undefined }) {
  const form = useFormCase();
  const calls = attempt?.result?.unjudged?.calls ?? [];
  if (calls.length === 0 || form === undefined || form.readOnly || form.at(['id']) !== caseId) return null;
  return (
    <div className="shrink-0 border-b px-4 py-1.5">
      <p className="text-late text-xs">{formatCountWithNoun(calls.length, 'call')} not checked by any rule</p>
      <UnjudgedCalls
        calls={calls}
        write={async (tool, expectation) => form.apply(buildCallRule(form, tool, expectation), 'Add a rule')}
      />
    </div>
  );
}

const MAX_LISTED_RUNS = 10;

type LastRunsOfCaseProps = { row: Pick<CaseRow, 'suiteKey' | 'id'>; isShown: string; hasEnded: boolean };

/** Lists the last runs of a case, newest first, with links to its conversation in each. */
function LastRunsOfCase({ row: { suiteKey, id }, isShown, hasEnded }: LastRunsOfCaseProps) {
  const { data } = useQuery(caseHistoryQuery({ suiteKey, caseId: id, hasEnded }));
  const points = (data?.points ?? []).toReversed().slice(0, MAX_LISTED_RUNS);
  if (points.length < 2) return null;
  return (
    <nav aria-label="Last runs of this case" className="flex shrink-0 items-center gap-2 border-b px-4 py-1 text-2xs">
      <span className="text-ink-faint">Last runs</span>
      {points.map(({ runId, startedAt, caseScore }) => (
        <Link
          key={runId}
          href={`/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: id })}`}
          aria-current={runId === isShown ? 'true' : undefined}
          title={`${formatIsoTime(startedAt)}${caseScore === null ? '' : `, ${formatPercent(caseScore)}`}`}
          className="rounded-sm p-0.5 hover:bg-hover aria-[current]:bg-chosen"
        >
          <Status of={caseScore === 1 ? 'passed' : 'failed'} show="icon" className="[&_svg]:size-3" />
          <span className="sr-only"> {formatIsoTime(startedAt)}</span>
        </Link>
      ))}
    </nav>
  );
}
