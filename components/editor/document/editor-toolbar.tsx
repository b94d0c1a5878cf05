import { useCommands } from '@/components/layout/commands';
import { Button, IconButton } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { type Icon, Redo2, Save, Undo2 } from '@/components/ui/icons';
import { type CaseEditorView, caseEditorViews } from '../../cases/case-address';
import { RunButtons } from '../run/run-buttons';
import { useCaseDocument } from './case-document';
import { useModifierShortcuts } from './use-modifier-shortcuts';

type Props = { view: CaseEditorView; onView: (view: CaseEditorView) => void; onStarted: (runId: string) => void };

export function EditorToolbar({ view, onView, onStarted }: Props) {
  const { suiteKey, readOnly, undo, redo, undoLabel, redoLabel, file } = useCaseDocument();
  const { edited, saving } = file;
  useModifierShortcuts({ s: () => void file.save() }, { z: undo, y: redo });
  useCommands(() => [
    ...(edited ? [{ id: 'save', title: 'Save the file', keys: 'Ctrl-S', run: () => void file.save() }] : []),
    ...(undoLabel === undefined ? [] : [{ id: 'undo', title: `Undo: ${undoLabel}`, run: undo }]),
  ]);
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1.5">
      <span className="min-w-0 grow truncate font-medium text-xs" title={suiteKey}>
        {suiteKey}
        <span role="status" className="ml-2 font-normal text-2xs text-ink-faint">
          {describeSaveState({ readOnly, edited, saving })}
        </span>
      </span>
      {!readOnly && (
        <>
          <CaseEditorViewSwitch view={view} onView={onView} />
          <UndoRedoButton icon={Undo2} name="Undo" step={undoLabel} onClick={undo} />
          <UndoRedoButton icon={Redo2} name="Redo" step={redoLabel} onClick={redo} />
          <Button
            look="primary"
            size="sm"
            aria-disabled={!edited || saving}
            title="Save (Ctrl-S)"
            onClick={() => void file.save()}
            icon={Save}
          >
            {saving ? 'Saving…' : 'Save'}
          </Button>
        </>
      )}
      <RunButtons onStarted={onStarted} />
    </header>
  );
}

type UndoRedoProps = { icon: Icon; name: string; step: string | undefined; onClick: () => void };

/** An undo or redo button; `step` is the label of the step that the button undoes or redoes. */
function UndoRedoButton({ icon, name, step, onClick }: UndoRedoProps) {
  const title = step === undefined ? name : `${name}: ${step}`;
  return <IconButton icon={icon} label={name} title={title} aria-disabled={step === undefined} onClick={onClick} />;
}

function describeSaveState({
  readOnly,
  edited,
  saving,
}: {
  readOnly: boolean;
  edited: boolean;
  saving: boolean;
}): string {
  if (readOnly) return 'Read-only; only .jsonl files can be edited here.';
  if (saving) return 'Saving';
  return edited ? 'Unsaved changes' : 'Saved';
}

type CaseEditorViewSwitchProps = { view: CaseEditorView; onView: (view: CaseEditorView) => void };

const viewTitles = { source: 'Source', form: 'Form' } as const;

/** Buttons that switch between the text of the file and the form of the selected case. */
function CaseEditorViewSwitch({ view, onView }: CaseEditorViewSwitchProps) {
  return (
    <fieldset className="flex shrink-0 gap-0.5 rounded-md border bg-sunken p-0.5">
      <legend className="sr-only">View</legend>
      {caseEditorViews.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onView(name)}
          className={cn(
            'h-6 rounded-sm px-2 text-xs',
            name === view ? 'bg-raised font-medium text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {viewTitles[name]}
        </button>
      ))}
    </fieldset>
  );
}
