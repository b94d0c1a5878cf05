import { JsonView } from '@/components/json/json-view';
import type { CaseResult } from '@/runner/contract';
import { formatStateChange } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';

/** Shows the state of the mocks at the end of an attempt: the changes since the start, then the whole state. */
export function EndState({ state: { final, changes } }: { state: NonNullable<CaseResult['state']> }) {
  return (
    <section aria-label="State" className="border-t px-4 py-3">
      <h3 className="font-medium text-xs">State</h3>
      {changes.length === 0 && <p className="mt-1 text-ink-faint text-xs">Nothing changed.</p>}
      <ul className="mt-1 flex flex-col gap-0.5">
        {changes.map((change, position) => (
          <li key={position} className="break-words font-mono text-2xs text-ink-soft">
            {replaceInvisibleCharacters(getLongTextPreview(formatStateChange(change)))}
          </li>
        ))}
      </ul>
      <details className="mt-2">
        <summary className="text-accent text-xs">Final state</summary>
        <JsonView value={final} />
      </details>
    </section>
  );
}
