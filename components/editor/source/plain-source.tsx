import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useCaseDocument } from '../document/case-document';
import { TYPING_LABEL } from '../document/document-history';
import { editFromTyping, toEditorText } from './edit-from-typing';
import { saveCaret } from './editor-selection';

/** A textarea that shows and edits the text of a case file while the editor loads. */
export function PlainSource() {
  const { suiteKey, text, edit, readOnly, selected, undo, redo } = useCaseDocument();
  const field = useRef<HTMLTextAreaElement>(null);
  useRevealSelected(selected?.id, () => {
    if (selected === undefined || field.current === null) return;
    const from = toEditorText(text.slice(0, selected.from)).length;
    field.current.setSelectionRange(from, from);
    const lines = text.slice(0, selected.from).split('\n').length - 1;
    field.current.scrollTop = lines * Number.parseFloat(getComputedStyle(field.current).lineHeight);
  });
  // Saves the selection for the editor in the cleanup of a layout effect, because this runs before the textarea is
  // removed, while it still has the focus.
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (element === null || document.activeElement !== element) return;
      saveCaret(suiteKey, { from: element.selectionStart, to: element.selectionEnd });
    };
  }, [suiteKey]);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  }
  return (
    <textarea
      ref={field}
      aria-label={`Text of ${suiteKey}`}
      value={toEditorText(text)}
      readOnly={readOnly}
      spellCheck={false}
      wrap="off"
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const typed = editFromTyping(text, event.target.value);
        if (typed !== undefined) edit([typed], TYPING_LABEL);
      }}
      className="min-h-0 grow resize-none bg-surface p-3 font-mono text-xs leading-5 outline-offset-[-2px]"
    />
  );
}

/** Scrolls to the selected case when another case is selected, but not on other changes of the text. */
function useRevealSelected(id: string | undefined, reveal: () => void): void {
  const onSelected = useEffectEvent(reveal);
  useEffect(() => {
    if (id !== undefined) onSelected();
  }, [id]);
}
