import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { replaceInvisibleCharacters } from '@/runner/format';
import type { DiagnosedTurn } from '@/runner/verdict';

/**
 * A note at the turn where the attempt went wrong: names the checkpoint that should have been reached, or describes
 * what happened.
 */
export function DiagnosisNote({ sentence, missing: missingCheckpoint }: DiagnosedTurn) {
  return (
    <p className="break-words rounded-md border border-fail bg-fail-soft px-3 py-1.5 font-medium text-fail text-xs">
      ✗{' '}
      {missingCheckpoint === undefined ? (
        <TextWithCode text={sentence} />
      ) : (
        `${replaceInvisibleCharacters(missingCheckpoint)} was expected from here on, but never reached`
      )}
    </p>
  );
}
