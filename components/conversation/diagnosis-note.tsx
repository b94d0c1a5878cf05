import { visibleText } from '@/runner/format';
import type { DiagnosedTurn } from '@/runner/verdict';

/** Marks the turn where the attempt went wrong, and names the checkpoint that was due and never reached. */
export function DiagnosisNote({ missing }: DiagnosedTurn) {
  return (
    <p className="rounded-md border border-fail bg-fail-soft px-3 py-1.5 font-medium text-fail text-xs">
      {missing === undefined
        ? 'It went wrong here'
        : `✗ ${visibleText(missing)} was expected from here and never reached`}
    </p>
  );
}
