import { useRef, useState } from 'react';
import { X } from '@/components/ui/icons';
import { replaceInvisibleCharacters } from '@/runner/format';
import { singleLineFieldClass } from './field-look';

type Props = {
  id: string;
  items: readonly string[];
  /** The noun for an item of the list, which the names of buttons and undo steps contain. */
  noun: string;
  /** The accessible name of the list, and of its input if no label refers to the input. */
  label: string;
  placeholder: string;
  readOnly: boolean;
  onAdd: (text: string) => void;
  onRemove: (index: number, text: string) => void;
};

/** An editable list of short texts. The Enter key, a comma or leaving the input adds the typed text. */
export function Chips({ id, items, noun, label, placeholder, readOnly, onAdd, onRemove }: Props) {
  'use memo';
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState('');
  function addTypedText(): void {
    const text = draft.trim();
    if (text !== '' && !items.includes(text)) onAdd(text);
    setDraft('');
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {items.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1">
          {items.map((text, index) => (
            <li key={index} className="flex min-w-0 items-center gap-0.5 rounded-sm border bg-sunken pl-1.5 text-xs">
              <span className="min-w-0 break-words">{replaceInvisibleCharacters(text)}</span>
              {!readOnly && (
                <button
                  type="button"
                  aria-label={`Remove the ${noun} ${text}`}
                  onClick={() => {
                    onRemove(index, text);
                    input.current?.focus();
                  }}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
                >
                  <X aria-hidden className="size-3" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        aria-label={label}
        value={draft}
        readOnly={readOnly}
        autoComplete="off"
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={addTypedText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ',') return;
          event.preventDefault();
          event.stopPropagation();
          addTypedText();
        }}
        className={`${singleLineFieldClass} placeholder:text-ink-faint`}
      />
    </div>
  );
}
