import type { AssertionResult } from '@/runner/contract';
import { AssertionEntry } from './assertion-entry';

type Props = { results: readonly AssertionResult[]; onTurn?: ((turn: number) => void) | undefined };

/**
 * Shows the results of inferred rules that nobody has accepted. They have a section of their own, because they do not
 * affect the verdict.
 */
export function InferredRules({ results, onTurn }: Props) {
  return (
    <section aria-label="Inferred rules">
      <h3 className="border-t px-4 py-2 text-ink-soft text-xs">
        Inferred rules: not accepted, so they cannot fail the case
      </h3>
      <ol>
        {results.map((assertion, position) => (
          <AssertionEntry key={position} assertion={assertion} onTurn={onTurn} />
        ))}
      </ol>
    </section>
  );
}
