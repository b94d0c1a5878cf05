import type { ReactNode } from 'react';
import type { JsonPath } from '@/runner/authoring';
import { FieldProblems } from './field-problems';
import { fieldKey } from './use-focus-field';

type Props = {
  id: string;
  title: string;
  path: JsonPath;
  hint?: string;
  problem?: string | undefined;
  children: ReactNode;
};

/** A field with a label and the problems of its value. The control in it must have the same `id`. */
export function Field({ id, title, path, hint, problem, children }: Props) {
  'use memo';
  return (
    <div className="flex min-w-0 flex-col gap-1" data-path={fieldKey(path)}>
      <label htmlFor={id} className="text-ink-soft text-xs">
        {title}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-2xs text-ink-faint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p role="status" className="break-words text-fail text-xs">
          {problem}
        </p>
      )}
      <FieldProblems path={path} />
    </div>
  );
}
