import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { TYPING_LABEL } from '@/components/editor/document/document-history';
import { type CaseEdit, type CaseSource, editCase, parseCaseSource, shiftEdits } from '@/runner/authoring';

/** The case shown in the form, parsed from the current text, with functions to edit it. */
export type FormCase = CaseSource & {
  readOnly: boolean;
  /** Applies edits as one undo step. Consecutive edits by typing are merged to one step. */
  apply: (edits: readonly CaseEdit[], label?: string) => void;
  /**
   * Changes the id of the case and keeps the case selected. If another case has this id, changes nothing and returns
   * the reason.
   */
  rename: (id: string) => string | undefined;
};

/**
 * The maximum length in characters of a case that is shown as a form. All fields are parsed at each key press, which
 * would be noticeably slow for longer cases.
 */
const MAX_CHARACTERS = 200_000;

/**
 * Parses the selected case from the current text, because the results of the check lag behind edits. Returns undefined
 * if there is no case at its position, or if it is not valid JSON.
 */
export function useFormCase(): FormCase | undefined {
  'use memo';
  const { text, edit, checked, selected, select, readOnly } = useCaseDocument();
  const [renamed, setRenamed] = useState<{ from: number; id: string }>();
  // True after the id of the case was changed, until a check of the text has found the case under its new id.
  const isRenaming = renamed !== undefined && checked?.text !== text && findCaseIdAt(text, renamed.from) === renamed.id;
  const from = selected?.from ?? (isRenaming ? renamed.from : undefined);
  useKeepScrollPosition(isRenaming);
  const isTooLong = selected !== undefined && isTooLongForForm(selected);
  const source = from === undefined || isTooLong ? undefined : parseCaseSource(text, from);
  if (source === undefined || from === undefined) return undefined;
  // After the case was moved, another case may be at its former position until the next check of the text.
  if (selected !== undefined && findCaseIdIn(source) !== selected.id) return undefined;
  function applyEdits(edits: readonly CaseEdit[], label = TYPING_LABEL): void {
    if (source === undefined || readOnly) return;
    const changes = editCase(source.source, edits);
    if (changes.length > 0) edit(shiftEdits(changes, source.from), label);
  }
  return {
    ...source,
    readOnly,
    apply: applyEdits,
    rename(id) {
      // The form finds its case by id. If two cases had the same id, it could continue with the wrong one.
      if (checked?.cases.some((other) => other.id === id)) return `Another case has the id "${id}".`;
      applyEdits([{ kind: 'set', path: ['id'], value: id }], 'Change the id');
      setRenamed({ from, id });
      select(id);
      return undefined;
    },
  };
}

/**
 * If no case with the selected id exists any more, for example because a change of its id was undone, selects the case
 * at the same position.
 */
function useKeepScrollPosition(isPending: boolean): void {
  'use memo';
  const { checked, selected, select } = useCaseDocument();
  const caseStart = useRef<number>(undefined);
  const onChecked = useEffectEvent(() => {
    if (selected !== undefined) caseStart.current = selected.from;
    if (selected !== undefined || isPending) return;
    const caseAtStart = checked?.cases.find(({ from }) => from === caseStart.current);
    if (caseAtStart !== undefined && caseAtStart.id !== '') select(caseAtStart.id);
  });
  useEffect(() => {
    if (checked !== undefined) onChecked();
  }, [checked]);
}

function findCaseIdAt(text: string, from: number): string | undefined {
  const source = parseCaseSource(text, from);
  return source && findCaseIdIn(source);
}

function findCaseIdIn({ at }: CaseSource): string {
  const id = at(['id']);
  return typeof id === 'string' ? id : '';
}

export function isTooLongForForm({ from, to }: { from: number; to: number }): boolean {
  return to - from > MAX_CHARACTERS;
}
