import { useState } from 'react';

type Props = { text: string; label?: string; onSave: (note: string) => void };

/** A field for the note of a review. The note is saved when the field loses the focus. */
export function ReviewNote({ text, label = 'Note', onSave }: Props) {
  const [draft, setDraft] = useState(text);
  const save = () => {
    if (draft !== text) onSave(draft);
  };
  return (
    <input
      type="text"
      aria-label={label}
      placeholder="Note (why?)"
      maxLength={10_000}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
      className="h-7 min-w-40 grow rounded-md border bg-surface px-2 text-xs placeholder:text-ink-faint"
    />
  );
}
