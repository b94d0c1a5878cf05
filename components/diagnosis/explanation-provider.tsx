import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { type AttemptExplanation, explanationQuery } from '@/lib/queries';
import { type AttemptId, attemptKey } from '@/runner/fold';
import { buildDiagnosedTurn, type DiagnosedTurn } from '@/runner/verdict';

const DiagnosisCard = lazyComponent(dynamic(() => loadExport(() => import('./diagnosis-card'), 'DiagnosisCard')));
const LastPassedComparison = lazyComponent(
  dynamic(() => loadExport(() => import('./last-passed-comparison'), 'LastPassedComparison')),
);

/**
 * Returns why a failed attempt failed, and in which turn; undefined for other attempts. `isLoading` is true until the
 * first response or error.
 */
export function useExplanation(
  runId: string,
  attemptId: AttemptId,
  failing: boolean,
): { explanation: AttemptExplanation | undefined; diagnosed: DiagnosedTurn | undefined; isLoading: boolean } {
  const { data, isLoading, failureCount } = useQuery({ ...explanationQuery(runId, attemptId), enabled: failing });
  const explanation = failing ? (data?.explanation ?? undefined) : undefined;
  return {
    explanation,
    diagnosed: buildDiagnosedTurn(explanation?.diagnosis),
    isLoading: isLoading && failureCount === 0,
  };
}

/**
 * Returns the turn to show: the selected turn, otherwise the one that the diagnosis names, unless the user has
 * deselected it.
 */
export function useSelectedOrDiagnosedTurn(
  subject: string,
  chosenTurn: number | null,
  diagnosed: DiagnosedTurn | undefined,
): [turn: number | null, keep: (turn: number | null) => void] {
  const [letGo, setLetGo] = useState<string>();
  const openedTurn = letGo === subject ? undefined : diagnosed?.turn;
  return [chosenTurn ?? openedTurn ?? null, (turn) => setLetGo(turn === null ? subject : undefined)];
}

type Props = Pick<ReturnType<typeof useExplanation>, 'explanation'> & {
  runId: string;
  attemptId: AttemptId;
  onTurn: (turn: number) => void;
  children: ReactNode;
};

/**
 * Shows a conversation below the diagnosis of its failure; on request, beside the last passed conversation of the same
 * case.
 */
export function ExplanationProvider({ runId, attemptId, explanation, onTurn, children }: Props) {
  const subject = attemptKey(attemptId);
  const [besideOf, setBesideOf] = useState<string>();
  const isBesidePassed = besideOf === subject;
  const toggleSideBySide = (next: boolean) => setBesideOf(next ? subject : undefined);
  const passed = explanation?.passed;
  return (
    <>
      {explanation !== undefined && (
        <DiagnosisCard
          explanation={explanation}
          attemptId={attemptId}
          onTurn={(turn) => {
            toggleSideBySide(false);
            onTurn(turn);
          }}
          isBesidePassed={isBesidePassed}
          onBeside={toggleSideBySide}
        />
      )}
      {isBesidePassed && passed !== undefined ? (
        <LastPassedComparison
          runId={runId}
          attemptId={attemptId}
          passed={passed}
          turn={explanation?.diagnosis.cause.turn}
        />
      ) : (
        children
      )}
    </>
  );
}
