import { closeSearchPanel, openSearchPanel, searchPanelOpen } from '@codemirror/search';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '@/components/ui/button';
import { Search, WrapText } from '@/components/ui/icons';
import { autocompleteNamesQuery } from '@/lib/queries';
import { useCaseDocument } from '../document/case-document';
import { TYPING_LABEL } from '../document/document-history';
import { takeSavedCaret } from './editor-selection';
import { createSourceEditor, type SourceEditor } from './source-editor';

/**
 * An editor for the text of a case file, with completion and marks for problems. It is loaded as a separate chunk: see
 * `SourceView`.
 */
export function CodeEditor() {
  const { suiteKey, readOnly } = useCaseDocument();
  const container = useRef<HTMLDivElement>(null);
  const editor = useSourceEditor(container);
  const [wraps, setWraps] = useState(isNarrowScreen);
  useEffect(() => editor?.wrap(wraps), [editor, wraps]);

  function toggleSearch(): void {
    if (editor === undefined) return;
    if (searchPanelOpen(editor.view.state)) closeSearchPanel(editor.view);
    else openSearchPanel(editor.view);
  }
  return (
    <>
      <div ref={container} className="min-h-0 min-w-0 grow overflow-hidden" data-editor={suiteKey} />
      <footer className="flex shrink-0 items-center gap-1 border-t bg-surface px-2 py-0.5 text-2xs text-ink-faint">
        <IconButton icon={Search} label="Find" title="Find (Ctrl-F)" onClick={toggleSearch} />
        <IconButton
          icon={WrapText}
          label="Wrap long lines"
          title="Wrap long lines"
          aria-pressed={wraps}
          className={wraps ? 'bg-chosen text-ink' : undefined}
          onClick={() => setWraps(!wraps)}
        />
        <span className="min-w-0 truncate max-sm:hidden">
          {readOnly
            ? 'F8: next problem · Tab: leave the editor'
            : 'F8: next problem · Ctrl-.: quick fixes · Ctrl-Space: completions · Tab: leave the editor'}
        </span>
      </footer>
    </>
  );
}

function useSourceEditor(container: React.RefObject<HTMLDivElement | null>): SourceEditor | undefined {
  const { suiteKey, text, edit, checked, selected, select, readOnly, undo, redo, target } = useCaseDocument();
  const [editor, setEditor] = useState<SourceEditor>();
  const visited = useRef<string>(undefined);
  const { data: names } = useQuery({ ...autocompleteNamesQuery(suiteKey), enabled: !readOnly });
  const host = {
    // Applies the edit synchronously. Otherwise, the text of this edit could arrive after later typing and overwrite
    // it.
    type: useEffectEvent((edits: Parameters<typeof edit>[0]) => flushSync(() => edit(edits, TYPING_LABEL))),
    fix: useEffectEvent((fix: { title: string; edits: Parameters<typeof edit>[0] }) => edit(fix.edits, fix.title)),
    names: useEffectEvent(() => names ?? NO_AUTOCOMPLETE_NAMES),
    undo: useEffectEvent(undo),
    redo: useEffectEvent(redo),
    visit: useEffectEvent((id: string) => {
      visited.current = id;
      if (id !== selected?.id) select(id);
    }),
  };
  const open = useEffectEvent((parent: HTMLElement) =>
    createSourceEditor(parent, text, { suiteKey, readOnly, ...host }),
  );
  const goOn = useEffectEvent((sourceEditor: SourceEditor) => {
    const caret = takeSavedCaret(suiteKey);
    if (caret === undefined) return;
    visited.current = selected?.id;
    sourceEditor.restoreSelection(caret);
  });
  // This is a layout effect, so that the editor replaces the placeholder field in the same frame and no key press is
  // lost.
  useLayoutEffect(() => {
    if (container.current === null) return;
    const sourceEditor = open(container.current);
    setEditor(sourceEditor);
    goOn(sourceEditor);
    return () => sourceEditor.view.destroy();
  }, [container]);
  useLayoutEffect(() => editor?.show(text), [editor, text]);
  // This is a layout effect, so that the marks appear together with the list of problems.
  useLayoutEffect(() => {
    if (checked !== undefined) editor?.showCheckResult(checked);
  }, [editor, checked]);
  useEffect(() => {
    if (target !== undefined) editor?.goToProblem(target);
  }, [editor, target]);
  const reveal = useEffectEvent(() => {
    if (selected === undefined || selected.id === visited.current) return;
    visited.current = selected.id;
    editor?.reveal(selected);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only if another case is selected, not while the user types
  useEffect(() => reveal(), [editor, selected?.id]);
  return editor;
}

const NO_AUTOCOMPLETE_NAMES = { agents: [], connectors: [], hooks: [], functions: [], tools: [], paths: [] };

function isNarrowScreen(): boolean {
  return window.matchMedia('(max-width: 640px)').matches;
}
