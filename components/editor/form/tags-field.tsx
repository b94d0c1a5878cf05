import { useId, useState } from 'react';
import { X } from '@/components/ui/icons';
import { visibleText } from '@/runner/format';
import { Field } from './field';
import { lineLook } from './field-look';
import { useForm } from './form-case-context';
import { InvalidPart } from './invalid-part';

const path = ['tags'];

/** Tags by which cases are selected. */
export function TagsField() {
  const id = useId();
  const form = useForm();
  const [draft, setDraft] = useState('');
  const tags = form.at(path) ?? [];
  if (!Array.isArray(tags) || tags.some((tag) => typeof tag !== 'string')) {
    return <InvalidPart path={path} title="Tags" wanted="a list of texts" />;
  }
  function addTag(): void {
    const tag = draft.trim();
    if (tag !== '' && Array.isArray(tags) && !tags.includes(tag)) {
      form.apply([{ kind: 'insert', path, index: tags.length, value: tag }], `Add the tag ${tag}`);
    }
    setDraft('');
  }
  return (
    <Field id={id} title="Tags" path={path}>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {tags.map((tag, index) => (
            <li key={index} className="flex items-center gap-0.5 rounded-sm border bg-sunken pl-1.5 text-xs">
              {visibleText(String(tag))}
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                disabled={form.readOnly}
                onClick={() => {
                  const removedPath = tags.length === 1 ? path : [...path, index];
                  form.apply([{ kind: 'remove', path: removedPath }], `Remove the tag ${tag}`);
                }}
                className="grid size-6 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        value={draft}
        readOnly={form.readOnly}
        autoComplete="off"
        placeholder="Add a tag and press Enter"
        onChange={(event) => setDraft(event.target.value)}
        onBlur={addTag}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ',') return;
          event.preventDefault();
          addTag();
        }}
        className={`${lineLook} placeholder:text-ink-faint`}
      />
    </Field>
  );
}
