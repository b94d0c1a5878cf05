import type { KeyboardEvent } from 'react';
import { isJsonObject } from '@/runner/values';
import { useFormContext } from '../form-case-context';
import { ReadOnlySourceField } from '../source-only-field';
import { fieldKey } from '../use-focus-field';
import { factsPath } from './fact-edits';
import { FactRow } from './fact-row';

/** A table of the facts that the user knows. The last row is empty: typing a name there adds a fact. */
export function FactsTable() {
  'use memo';
  const { at, keysAt, readOnly } = useFormContext();
  const facts = at(factsPath) ?? {};
  const names = keysAt(factsPath);
  if (!isJsonObject(facts))
    return <ReadOnlySourceField path={factsPath} title="Facts" expectedType="names with values" />;
  if (new Set(names).size < names.length)
    return <ReadOnlySourceField path={factsPath} title="Facts" expectedType="each name once" />;
  const rows = readOnly ? names : [...names, undefined];
  return (
    <div className="@container flex min-w-0 flex-col gap-1" data-path={fieldKey(factsPath)}>
      <table className="w-full border-separate border-spacing-y-1 text-left">
        <caption className="mb-0.5 text-left text-ink-soft text-xs">
          Facts <span className="text-2xs text-ink-faint">told only when the agent asks for them</span>
        </caption>
        <thead className="text-2xs text-ink-faint @max-sm:sr-only">
          <tr>
            <th className="w-[30%] font-normal">Name</th>
            <th className="w-[34%] font-normal">Value</th>
            <th className="font-normal">Also asked for as</th>
            <th className="w-7">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocusBetweenCells}>
          {/* The rows have their index as key, so that a row keeps the focus when its first letter adds a fact. */}
          {rows.map((name, index) => (
            <FactRow key={index} index={index} name={name} names={names} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rowStepByArrowKey: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The arrow keys move the focus between the rows of a column. The Enter key moves it from a name to its value, and from
 * there to the next row.
 */
function moveFocusBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget } = event;
  if (!(target instanceof HTMLInputElement) || target.dataset.column === undefined) return;
  const other = target.dataset.column === 'name' ? 'value' : 'name';
  const column = key === 'Enter' ? other : target.dataset.column;
  const step = key === 'Enter' ? Number(other === 'name') : rowStepByArrowKey[key];
  if (step === undefined) return;
  const inputs = [...currentTarget.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`)];
  const row = inputs.findIndex((input) => input.closest('tr') === target.closest('tr'));
  event.preventDefault();
  inputs[row + step]?.focus();
}
