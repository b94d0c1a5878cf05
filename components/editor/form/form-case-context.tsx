import { createContext, type ReactNode, useContext, useRef } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import type { DocumentProblem, JsonPath } from '@/runner/authoring';
import { useFocusField } from './use-focus-field';
import type { FormCase } from './use-form-case';

type FormContextValue = FormCase & {
  onSource: () => void;
  problemsAt: (path: JsonPath) => DocumentProblem[];
  /** Moves the focus to a field that does not exist yet, because the current edit adds it. */
  focusAt: (path: JsonPath) => void;
};

const FormCaseContext = createContext<FormContextValue | undefined>(undefined);

type Props = { formCase: FormCase; onSource: () => void; children: ReactNode };

export function FormCaseProvider({ formCase, onSource, children }: Props) {
  'use memo';
  const { checked } = useCaseDocument();
  const area = useRef<HTMLDivElement>(null);
  const focusAt = useFocusField(area, formCase.source);
  function problemsAt(path: JsonPath): DocumentProblem[] {
    const range = formCase.rangeOf(path);
    if (range === undefined) return [];
    return (checked?.problems ?? []).filter(({ from }) => from >= range.from && from < range.to);
  }
  return (
    <FormCaseContext value={{ ...formCase, onSource, problemsAt, focusAt }}>
      <div ref={area} className="contents">
        {children}
      </div>
    </FormCaseContext>
  );
}

export function useFormContext(): FormContextValue {
  'use memo';
  const context = useContext(FormCaseContext);
  if (context === undefined) throw new Error('a field needs a FormCaseProvider around it');
  return context;
}
