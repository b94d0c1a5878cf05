'use client';

import type { KeyboardEvent } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { ChooseCase } from '@/components/editor/document/choose-case';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { visibleText } from '@/lib/format';
import { CheckpointsSection } from './checkpoints-section';
import { ChecksSection } from './checks-section';
import { FormCaseProvider, useForm } from './form-case-context';
import { FormSection } from './form-section';
import { IdField } from './id-field';
import { InputSection } from './input-section';
import { OtherFields } from './other-fields';
import { SettingsSection } from './settings-section';
import { SimulatorSection } from './simulator-section';
import { TextField } from './text-field';
import { isTooLongForForm, useFormCase } from './use-form-case';

/** The chosen case as a form: another view of the same text. What is not touched here keeps every byte. */
export function FormView({ onSource }: { onSource: () => void }) {
  const { checked, selected } = useCaseDocument();
  const formCase = useFormCase();
  if (formCase !== undefined) {
    return (
      <FormCaseProvider formCase={formCase} onSource={onSource}>
        {/* Another case is another form: what was typed and not taken yet belongs to the first. */}
        <Fields key={formCase.from} />
      </FormCaseProvider>
    );
  }
  if (selected === undefined) {
    return <ChooseCase title="Choose a case to edit it as a form." empty="There is no case to edit yet." />;
  }
  if (isTooLongForForm(selected)) {
    return (
      <Notice title="This case is too long for the form." details={['The source view shows texts of any length.']}>
        <Button onClick={onSource}>Edit in source</Button>
      </Notice>
    );
  }
  const problems = (checked?.problems ?? []).filter(({ from }) => from >= selected.from && from <= selected.to);
  return (
    <Notice
      title="This case cannot be shown as a form yet."
      details={problems
        .map(({ line, column, message }) => `Line ${line}:${column}: ${visibleText(message)}`)
        .slice(0, 5)}
    >
      <Button onClick={onSource}>Edit in source</Button>
    </Notice>
  );
}

function Fields() {
  const form = useForm();
  const { undo, redo } = useCaseDocument();
  // A field's own way back would not know of what other fields and the source view did.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  }
  const checkpoints = form.at(['checkpoints']) ?? undefined;
  const isDynamic = checkpoints !== undefined;
  return (
    <form
      aria-label={`Case ${visibleText(String(form.at(['id']) ?? ''))}`}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      className="flex min-h-0 grow flex-col overflow-y-auto bg-surface"
    >
      <FormSection title="Case">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <IdField path={['id']} title="Id" onRename={form.rename} />
          <TextField path={['name']} title="Name" />
        </div>
      </FormSection>
      <InputSection isDynamic={isDynamic} />
      {isDynamic ? (
        <>
          <CheckpointsSection />
          <SimulatorSection />
        </>
      ) : (
        <ChecksSection />
      )}
      <SettingsSection />
      <OtherFields isDynamic={isDynamic} />
    </form>
  );
}
