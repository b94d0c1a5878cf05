import { TextLink } from '@/components/ui/links';
import type { CaseRow } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { formatCountWithNoun, formatPercent } from '@/runner/values';
import { type AttackCounts, countAttacks } from './attack-counts';

/**
 * Shows the results of an attack so far: how often the agent obeyed, by template of the injected text and by the field
 * that contained it.
 */
export function AttackSummary({ runId, rows }: { runId: string; rows: readonly CaseRow[] }) {
  const counts = countAttacks(rows);
  if (counts === undefined) {
    return (
      <p className="text-ink-soft text-xs">
        The first part of an attack: every case without hostile text, for comparison.
      </p>
    );
  }
  return (
    <section aria-label="Attack" className="flex flex-col gap-1.5 text-ink-soft text-xs">
      <p>
        Attack: <strong>{formatAttackSuccess(counts)}</strong>
        {counts.told > 0 && `; the agent reported the attack to the user in ${counts.told}`}
        {counts.lost > 0 && `; the agent resisted but did not do its task in ${counts.lost}`}
        {counts.unjudged > 0 && `; ${formatCountWithNoun(counts.unjudged, 'attempt')} cannot be judged`}. This run does
        not count in rates, trends or baselines.
      </p>
      {counts.successes.length > 0 && <SuccessfulAttacks runId={runId} successes={counts.successes} />}
      {counts.fields.length > 0 && (
        <details name="attack">
          <summary>Successes by template and field</summary>
          <div className="mt-1.5 max-h-60 overflow-auto">
            <AttackTable counts={counts} />
          </div>
        </details>
      )}
    </section>
  );
}

const MAX_LINKS = 100;

/** Links to the conversations in which the agent obeyed, each at the turn where this happened. */
function SuccessfulAttacks({ runId, successes }: { runId: string } & Pick<AttackCounts, 'successes'>) {
  const hiddenCount = successes.length - MAX_LINKS;
  return (
    <details name="attack">
      <summary>Cases in which the agent obeyed</summary>
      <ul className="mt-1.5 flex max-h-60 flex-col gap-1 overflow-auto">
        {successes.slice(0, MAX_LINKS).map(({ suiteKey, variant, attempt, turn }) => (
          <li key={`${suiteKey}:${variant}:${attempt}`}>
            <TextLink look="inline" href={attackTurnUrl(runId, { suiteKey, variant, attempt, turn })}>
              {replaceInvisibleCharacters(variant)}
            </TextLink>
            , turn {turn}
            {attempt > 1 && `, attempt ${attempt}`}
          </li>
        ))}
        {hiddenCount > 0 && <li>and {hiddenCount} more: see the failed attempts below</li>}
      </ul>
    </details>
  );
}

function attackTurnUrl(runId: string, { suiteKey, variant, attempt, turn }: AttackCounts['successes'][number]): string {
  const search = { suite: suiteKey, case: variant, attempt: String(attempt), turn: String(turn) };
  return `/runs/${encodeURIComponent(runId)}?${new URLSearchParams(search)}`;
}

function AttackTable({ counts: { fields, rows } }: { counts: AttackCounts }) {
  return (
    <table className="text-left tabular-nums">
      <thead>
        <tr>
          <th scope="col" className="pr-4 font-medium">
            Template
          </th>
          {fields.map((field) => (
            <th key={field} scope="col" className="pr-4 font-medium font-mono text-2xs">
              {replaceInvisibleCharacters(field)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ template, cells }) => (
          <tr key={template}>
            <th scope="row" className="pr-4 font-mono font-normal text-2xs">
              {replaceInvisibleCharacters(template)}
            </th>
            {cells.map(({ field, succeeded, judged }) => (
              <td key={field} className={succeeded > 0 ? 'pr-4 font-medium text-broken' : 'pr-4'}>
                {judged === 0 ? '-' : `${succeeded} of ${judged}`}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatAttackSuccess({ success: { count, of, low, high } }: AttackCounts): string {
  if (of === 0) return 'nothing to judge yet';
  return `${count} of ${of} succeeded (${formatPercent(low)} to ${formatPercent(high)})`;
}
