import { useState } from 'react';
import { useFormContext } from '../form-case-context';
import { factsPath, renameFact } from './fact-edits';

type FactNameOptions = {
  name: string | undefined;
  names: readonly string[];
  /** The value of a new fact, if it was typed before the name. */
  firstValue: string;
  onAdded: () => void;
};

/**
 * Handles the input of a fact's name. A new fact is added to the case with the first letter. An existing fact is
 * renamed only on Enter or when the field loses the focus, because assertions refer to its name. A name that another
 * fact has stays in the field without changing the case.
 */
export function useFactName({ name, names, firstValue, onAdded }: FactNameOptions) {
  'use memo';
  const form = useFormContext();
  const [draft, setDraft] = useState<{ text: string; of: string | undefined }>();
  const [isNew, setNew] = useState(false);
  const draftText = draft?.of === name ? draft?.text : undefined;
  const isNameTaken = (text: string): boolean => text !== name && names.includes(text);
  function updateFactName(text: string): void {
    const isValidName = text.trim() !== '' && !isNameTaken(text);
    if (isValidName && name === undefined) {
      form.apply([{ kind: 'append', path: [...factsPath, text], text: JSON.stringify(firstValue) }]);
      setNew(true);
      onAdded();
    } else if (isValidName && isNew && name !== undefined) {
      form.apply([{ kind: 'rename', path: [...factsPath, name], key: text }]);
    }
    setDraft(isValidName && (name === undefined || isNew) ? undefined : { text, of: name });
  }
  function saveFactName(): void {
    setNew(false);
    if (draftText === undefined || isNameTaken(draftText)) return;
    if (name !== undefined && draftText.trim() !== '' && draftText !== name) {
      form.apply(renameFact(form, name, draftText), 'Rename a fact');
    }
    setDraft(undefined);
  }
  return {
    text: draftText ?? name ?? '',
    problem:
      draftText !== undefined && isNameTaken(draftText)
        ? `Another fact has this name${name === undefined ? '.' : `; this one keeps ${JSON.stringify(name)}.`}`
        : undefined,
    change: updateFactName,
    commit: saveFactName,
    cancel: () => setDraft(undefined),
  };
}
