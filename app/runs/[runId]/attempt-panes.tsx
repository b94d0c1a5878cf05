import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type ComponentProps, useState } from 'react';
import { EditCaseLink } from '@/components/cases/edit-case-link';
import { SaveCaseButton } from '@/components/cases/save-case-button';
import { HighlightedTurnProvider } from '@/components/conversation/turn-highlight';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import {
  ExplanationProvider,
  useExplanation,
  useSelectedOrDiagnosedTurn,
} from '@/components/diagnosis/explanation-provider';
import { FaultHintReviewsContext, useFaultHintReviews } from '@/components/faults/hint-reviews';
import { Inspector } from '@/components/inspector/inspector';
import type { InspectorTab } from '@/components/inspector/inspector-tabs';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { TurnReviewsContext } from '@/components/reviews/turn-reviews-context';
import { useReviewActions } from '@/components/reviews/use-review-actions';
import { AttemptHeader } from '@/components/runs/attempt/attempt-header';
import { buildAttemptUrl } from '@/components/runs/attempt/attempt-link';
import { ShareButton } from '@/components/runs/attempt/share-button';
import { rowViewByCaseKind } from '@/components/runs/cases/row-views';
import { caseKindViews } from '@/components/runs/kind-views';
import { PaneFoldButton, SidePane } from '@/components/runs/panes/side-pane';
import type { Panes } from '@/components/runs/panes/use-panes';
import type { RunPane } from '@/components/runs/run-pane-switch';
import { cn } from '@/components/ui/cn';
import { FullTextProvider } from '@/components/ui/full-text';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { PendingQuery } from '@/components/ui/pending-query';
import { attemptQuery } from '@/lib/queries';
import type { Selection } from '@/lib/view/selection';
import type { ReviewVerdict } from '@/runner/contract';
import { type AttemptState, attemptKey, type CaseRow, hasEnded, isFailing, isJudged } from '@/runner/fold';
import type { RunSearchParams, RunSelection } from './use-run-selection';

const AttemptFaults = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/faults/attempt-faults'), 'AttemptFaults')),
);

/** This bar is useless before hydration, so until then only its space is reserved. */
const TimeBar = dynamic(() => loadExport(() => import('@/components/conversation/time-bar'), 'TimeBar'), {
  ssr: false,
  loading: () => <div className="h-7.25 shrink-0 border-t bg-surface" />,
});

const ReviewBar = dynamic(() => loadExport(() => import('@/components/reviews/review-bar'), 'ReviewBar'), {
  ssr: false,
  loading: () => <div className="h-11.25 shrink-0 border-t bg-surface" />,
});

const MissingSelection = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/runs/missing-selection'), 'MissingSelection')),
);

const UnreadableEventNotices = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/runs/unreadable-event-notices'), 'UnreadableEventNotices')),
);

const REFETCH_INTERVAL_MS = 1_000;

type Props = Pick<RunSelection, 'set' | 'pin'> & {
  runId: string;
  search: RunSearchParams;
  selection: Selection;
  pane: RunPane;
  ended: boolean;
  /** True if the page polls the attempt while the run is in progress, because no event stream updates the page. */
  asking: boolean;
  /** True if the panes beside the conversation are hidden. */
  focused: boolean;
  /** True if the details above the conversation are collapsed on a phone. */
  folded: boolean;
  panes: Panes;
};

/** The selected attempt: its conversation and the panes with its details. */
export function AttemptPanes({
  runId,
  selection,
  search,
  set,
  pin,
  pane,
  ended,
  asking,
  focused,
  folded,
  panes,
}: Props) {
  const { row, attempt } = selection;
  const { Body, picksOf, timed } = caseKindViews[row.kind];
  const [raw, setRaw] = useState(false);
  const key = { suiteKey: row.suiteKey, caseId: row.id, attempt };
  const query = useQuery({ ...attemptQuery(runId, key), refetchInterval: asking && !ended && REFETCH_INTERVAL_MS });
  const state = query.data === undefined ? undefined : withFinalStatus(query.data, { row, attempt, ended });
  const reviewing = useReviewActions(runId, key);
  const reviewable = state === undefined ? hasVerdict(row, attempt) : state.result !== undefined;
  const words = useFaultHintReviews(runId, key, reviewing.reviewer);
  const status = state?.status ?? row.attempts.find((entry) => entry.attempt === attempt)?.status ?? 'queued';
  const failing = hasEnded(status) && isFailing(status);
  const submitVerdict = (verdict: ReviewVerdict) => {
    if (reviewable && (verdict !== 'not_agent' || failing)) reviewing.onReview(verdict);
  };
  const { explanation, diagnosed, isLoading: isExplanationLoading } = useExplanation(runId, key, failing);
  const turns = state?.turns.length ?? 0;
  const chosenAttempt = { suite: row.suiteKey, case: row.id, attempt };
  const subject = attemptKey({ suiteKey: row.suiteKey, caseId: row.id, attempt });
  const isReady = useStaysReady(subject, state !== undefined && !isExplanationLoading);
  const [turn, keepTurn] = useSelectedOrDiagnosedTurn(subject, search.turn, diagnosed);
  const setTurn = (next: number | null) => {
    keepTurn(next);
    void set({ ...chosenAttempt, turn: next });
  };
  const setSelectedSample = (pick: string | null) => void set({ ...chosenAttempt, pick });
  const setTab = (tab: InspectorTab) => {
    panes.fold('inspector', false);
    void set({ tab });
  };
  const picks = state === undefined ? undefined : picksOf?.(state);
  const currentPick = picks === undefined ? (turn ?? 0) : picks.indexOf(search.pick ?? '') + 1;
  function selectTurnOrSample(index: number): void {
    const target = Math.min(Math.max(index, 1), Math.max(picks?.length ?? turns, 1));
    if (picks === undefined) setTurn(target);
    else setSelectedSample(picks[target - 1] ?? null);
  }
  useShortcuts({
    j: () => selectTurnOrSample(currentPick + 1),
    k: () => selectTurnOrSample(currentPick - 1),
    'g g': () => selectTurnOrSample(1),
    G: () => selectTurnOrSample(Number.POSITIVE_INFINITY),
    y: () => void navigator.clipboard.writeText(buildAttemptUrl({ ...row, attempt })),
    c: () => setTab('checkpoints'),
    w: () => setTab('why'),
    r: () => setTab('raw'),
    1: () => submitVerdict('good'),
    2: () => submitVerdict('bad'),
    3: () => submitVerdict('not_agent'),
  });
  if (state === undefined || !isReady) {
    return (
      <div className="flex min-w-0 flex-col gap-3 lg:col-span-3">
        <PendingQuery query={query} shape="conversation" />
      </div>
    );
  }
  return (
    <FullTextProvider place={{ runId, ...key }}>
      <FaultHintReviewsContext value={words}>
        <TurnReviewsContext value={reviewing.ofTurns}>
          <DiagnosedTurnContext value={diagnosed}>
            <HighlightedTurnProvider>
              <div className={cn('flex min-h-0 min-w-0 flex-col', pane !== 'conversation' && 'max-lg:hidden')}>
                <MissingAttempt requestedCase={search} shownCase={selection} attempt={state} />
                <AttemptHeader
                  runId={runId}
                  row={row}
                  attempt={state}
                  isFolded={folded}
                  onAttempt={(next) => void set({ ...chosenAttempt, attempt: next, turn: null, pick: null })}
                  raw={raw}
                  onRaw={setRaw}
                >
                  <EditCaseLink row={row} />
                  {rowViewByCaseKind[row.kind].hasTurns === true && hasAnswer(state) && (
                    <SaveCaseButton runId={runId} attempt={state} turn={turn} />
                  )}
                  {state.result !== undefined && <ShareButton runId={runId} attempt={state} turn={turn} />}
                </AttemptHeader>
                {state.unreadable !== undefined && (
                  <div className="max-h-40 shrink-0 overflow-y-auto px-4 py-3">
                    <UnreadableEventNotices events={state.unreadable} label="Unreadable events of the attempt" />
                  </div>
                )}
                <ExplanationProvider runId={runId} explanation={explanation} attemptId={key} onTurn={setTurn}>
                  <Body
                    announced={row}
                    attempt={state}
                    raw={raw}
                    turn={turn}
                    onTurn={setTurn}
                    pick={search.pick}
                    onPick={setSelectedSample}
                    onTouch={pin}
                  />
                </ExplanationProvider>
                {rowViewByCaseKind[row.kind].hasTurns !== true && state.faults.length > 0 && (
                  <div className="flex max-h-40 shrink-0 flex-col gap-2 overflow-y-auto px-4 py-2">
                    <AttemptFaults attempt={state} />
                  </div>
                )}
                {timed === true && <TimeBar attempt={state} onTurn={setTurn} markedTurn={diagnosed?.turn} />}
                {reviewable && <ReviewBar {...reviewing} isFailing={failing} reviewedAttempt={subject} />}
              </div>
              <SidePane
                pane="inspector"
                label="Inspector"
                panes={panes}
                isInFront={pane === 'inspector'}
                focused={focused}
              >
                <Inspector
                  runId={runId}
                  announced={row}
                  attempt={state}
                  tab={search.tab}
                  explanation={explanation}
                  onTab={setTab}
                  turn={turn}
                  onTurn={setTurn}
                  pick={search.pick}
                  onPick={setSelectedSample}
                  end={<PaneFoldButton pane="inspector" panes={panes} />}
                />
              </SidePane>
            </HighlightedTurnProvider>
          </DiagnosedTurnContext>
        </TurnReviewsContext>
      </FaultHintReviewsContext>
    </FullTextProvider>
  );
}

/**
 * Returns true once the attempt and the explanation of its failure have loaded, and stays true. If the explanation
 * appeared later, it would move the conversation under the pointer, and clicks would miss.
 */
function useStaysReady(subject: string, isComplete: boolean): boolean {
  const [shown, setShown] = useState<string>();
  if (isComplete && shown !== subject) setShown(subject);
  return isComplete || shown === subject;
}

/** Says that the URL names a case or turn that does not exist; renders nothing if the URL names neither. */
function MissingAttempt(props: ComponentProps<typeof MissingSelection>) {
  const { case: caseId, turn } = props.requestedCase;
  return caseId === null && turn === null ? null : <MissingSelection {...props} />;
}

/** True if the attempt has ended and has at least one turn, so that it can be forked. */
function hasAnswer({ result, turns }: AttemptState): boolean {
  return result !== undefined && turns.length > 0;
}

/**
 * Returns true if the attempt has a verdict. Uses the status in the case row, because the row loads before the whole
 * attempt.
 */
function hasVerdict({ attempts }: CaseRow, attempt: number): boolean {
  return isJudged(attempts.find((entry) => entry.attempt === attempt)?.status ?? 'queued');
}

/**
 * Returns the state of an attempt with its final status. An interrupted attempt has no result of its own; its status is
 * in the case row.
 */
function withFinalStatus(
  state: AttemptState,
  { row, attempt, ended }: { row: CaseRow; attempt: number; ended: boolean },
): AttemptState {
  if (!ended || state.result !== undefined) return state;
  const status = row.attempts.find((entry) => entry.attempt === attempt)?.status ?? state.status;
  return { ...state, status, phase: undefined };
}
