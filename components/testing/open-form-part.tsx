import type { ReactNode } from 'react';
import { FormCaseProvider } from '@/components/editor/form/form-case-context';
import { useFormCase } from '@/components/editor/form/use-form-case';
import { type OpenCaseFile, type OpenedFile, openCaseFile } from './open-case-file';

/** Renders some fields of the form for the selected case of a file. */
export function openFormPart(part: ReactNode, opened: OpenedFile): OpenCaseFile {
  return openCaseFile(<PartOfForm>{part}</PartOfForm>, opened);
}

function PartOfForm({ children }: { children: ReactNode }) {
  const formCase = useFormCase();
  if (formCase === undefined) return null;
  return (
    <FormCaseProvider formCase={formCase} onSource={() => undefined}>
      {children}
    </FormCaseProvider>
  );
}
