import { useId, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Trash2 } from '@/components/ui/icons';
import type { JsonPath } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { singleLineFieldClass } from '../field-look';
import { FieldProblems } from '../field-problems';
import { useFormContext } from '../form-case-context';
import { fieldKey } from '../use-focus-field';
import { FactAliases, FactValue } from './fact-cells';
import { factsPath, removeFact } from './fact-edits';
import { useFactName } from './use-fact-name';

type Props = {
  index: number;
  /** The name of the fact; undefined for the row that adds a new fact. */
  name: string | undefined;
  names: readonly string[];
};

export function FactRow({ index, name, names }: Props) {
  'use memo';
  const id = useId();
  const form = useFormContext();
  const nameInput = useRef<HTMLInputElement>(null);
  const [unnamedValue, setUnnamedValue] = useState('');
  const naming = useFactName({ name, names, firstValue: unnamedValue, onAdded: () => setUnnamedValue('') });
  const row = formatFactLabel(name, index);
  const path = name === undefined ? undefined : [...factsPath, name];
  const problem = naming.problem ?? (unnamedValue === '' ? undefined : UNNAMED_FACT_MESSAGE);
  const hasProblems = problem !== undefined || (path !== undefined && form.problemsAt(path).length > 0);
  const describedBy = hasProblems ? `${id}-problems` : undefined;
  return (
    <>
      <tr
        data-path={path && fieldKey(path)}
        className="align-top @max-sm:grid @max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @max-sm:gap-1 @max-sm:pb-2"
      >
        <td className="pr-1 @max-sm:pr-0">
          <input
            ref={nameInput}
            data-column="name"
            aria-label={`Name of ${row}`}
            aria-describedby={describedBy}
            value={naming.text}
            readOnly={form.readOnly}
            autoComplete="off"
            spellCheck={false}
            placeholder={name === undefined ? 'Add a fact' : undefined}
            onChange={(event) => naming.change(event.target.value)}
            onBlur={naming.commit}
            onKeyDown={(event) => {
              if (event.key === 'Escape') naming.cancel();
            }}
            className={`${singleLineFieldClass} placeholder:text-ink-faint`}
          />
        </td>
        <td className="pr-1 @max-sm:pr-0">
          {name === undefined ? (
            <input
              data-column="value"
              aria-label="Value of new fact"
              aria-describedby={describedBy}
              value={unnamedValue}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setUnnamedValue(event.target.value)}
              className={singleLineFieldClass}
            />
          ) : (
            <FactValue name={name} row={row} describedBy={describedBy} />
          )}
        </td>
        <td className="@max-sm:order-last @max-sm:col-span-3">
          {name !== undefined && <FactAliases name={name} row={row} />}
        </td>
        <td className="text-right">
          {name !== undefined && !form.readOnly && (
            <IconButton
              icon={Trash2}
              label={`Remove the fact ${row}`}
              onClick={() => {
                form.apply([removeFact(form, name)], `Remove the fact ${name}`);
                nameInput.current?.focus();
              }}
            />
          )}
        </td>
      </tr>
      {hasProblems && <FactProblemRow id={`${id}-problems`} problem={problem} path={path} />}
    </>
  );
}

const UNNAMED_FACT_MESSAGE = 'Enter a name; a fact without a name is not saved in the case.';

function formatFactLabel(name: string | undefined, index: number): string {
  if (name === undefined) return 'new fact';
  return replaceInvisibleCharacters(name === '' ? `fact ${index + 1}` : name);
}

type ProblemRowProps = { id: string; problem: string | undefined; path: JsonPath | undefined };

function FactProblemRow({ id, problem, path }: ProblemRowProps) {
  'use memo';
  return (
    <tr className="@max-sm:block">
      <td id={id} colSpan={4} className="@max-sm:block @max-sm:pb-2">
        {problem !== undefined && (
          <p role="status" className="break-words text-fail text-xs">
            {problem}
          </p>
        )}
        {path !== undefined && <FieldProblems path={path} />}
      </td>
    </tr>
  );
}
