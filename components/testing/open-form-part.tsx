import type { ReactNode } from 'react';
import { FormCaseProvider } from '@/components/editor/form/form-case-context';
import { useFormCase } from '@/components/editor/form/use-form-case';
import { type OpenCaseFileOptions, type RenderedCaseFile, renderOpenCaseFile } from './open-case-file';

/** Renders some fields of the form for the selected case of a file. */
export function renderFormPart(formPart: ReactNode, options: OpenCaseFileOptions): RenderedCaseFile {
  return renderOpenCaseFile(<FormPartProvider>{formPart}</FormPartProvider>, options);
}

function FormPartProvider({ children }: { children: ReactNode }) {
  const formCase = useFormCase();
  if (formCase === undefined) return null;
  return (
    <FormCaseProvider formCase={formCase} onSource={() => undefined}>
      {children}
    </FormCaseProvider>
  );
}
