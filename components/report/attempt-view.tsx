import { useMemo, useState } from 'react';
import { HighlightedTurnProvider } from '@/components/conversation/turn-highlight';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { useScopedId } from '@/components/ui/id-scope';
import { createStoredState, StoredStateContext } from '@/components/ui/stored-state';
import type { CaseRow } from '@/runner/fold';
import type { PageResult } from '@/runner/reporters/html/page-data';
import { AttemptFacts } from './attempt-facts';
import { attemptStateFromResult } from './attempt-state-from-result';
import { attemptViewByCaseKind } from './attempt-views';
import { LastPassedDiff } from './last-passed-diff';
import { Reviews, ReviewsContext } from './reviews';

type Props = { row: CaseRow; result: PageResult; turn?: string | undefined; printing: boolean };

/** Shows one attempt: the conversation on the left, the explanation of its result on the right. */
export function AttemptView({ row, result, turn: first, printing }: Props) {
  const attempt = useMemo(() => attemptStateFromResult(row.suiteKey, result), [row, result]);
  const [turn, setTurn] = useState<number | null>(first ? Number(first) : null);
  const [pick, setPick] = useState<string | null>(null);
  const idOf = useScopedId();
  const openState = useMemo(createStoredState, []);
  // While printing, everything is expanded, but that is not stored.
  const effectiveState = useMemo(
    () => (printing ? { ...openState, get: () => true, set: () => undefined } : openState),
    [openState, printing],
  );
  const { Body, details } = attemptViewByCaseKind[row.kind];
  const common = { announced: row, attempt, turn, pick, onPick: setPick };
  function showTurn(next: number | null): void {
    setTurn(next);
    if (next !== null) document.getElementById(idOf(`turn-${next}`))?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <DiagnosedTurnContext value={result.diagnosed}>
      <StoredStateContext value={effectiveState}>
        <HighlightedTurnProvider>
          <ReviewsContext value={result.reviews ?? []}>
            <FailureReasonCard lines={result.why} />
            <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] print:block">
              <div className="flex min-w-0 flex-col gap-3">
                <Body {...common} raw={false} onTurn={showTurn} onTouch={() => undefined} />
                <Reviews />
                <AttemptFacts row={row} result={result} />
              </div>
              <div className="flex min-w-0 flex-col gap-3 print:mt-4">
                {details
                  .filter(({ isShown }) => isShown?.(row, attempt) !== false)
                  .map(({ title, Content }) => (
                    <div key={title} className="overflow-hidden rounded-lg border bg-surface">
                      <h3 className="bg-sunken px-4 py-1.5 font-semibold text-xs">{title}</h3>
                      <Content {...common} onTurn={showTurn} />
                    </div>
                  ))}
              </div>
            </div>
            {result.passed !== undefined && (
              <LastPassedDiff row={row} passed={result.passed} attempt={attempt} printing={printing} />
            )}
          </ReviewsContext>
        </HighlightedTurnProvider>
      </StoredStateContext>
    </DiagnosedTurnContext>
  );
}

function FailureReasonCard({ lines = [] }: { lines: PageResult['why'] }) {
  if (lines.length === 0) return null;
  const [headline, ...details] = lines;
  return (
    <div className="mb-4 flex flex-col gap-0.5 rounded-lg border bg-fail-soft px-4 py-2.5 text-xs">
      <h3 className="break-words font-semibold text-ink text-sm">
        <TextWithCode text={headline ?? ''} />
      </h3>
      {details.map((line) => (
        <p key={line} className="break-words text-ink-soft">
          <TextWithCode text={line} />
        </p>
      ))}
    </div>
  );
}
