import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { TYPING } from '@/components/editor/document/document-history';
import { type CaseEdit, type CaseSource, editCase, readCaseSource, shiftEdits } from '@/runner/authoring';

/** The case that the form shows, as it stands in the text, and the one way to change it. */
export type FormCase = CaseSource & {
  readOnly: boolean;
  /** Changes the text as one step of its history. Steps of typing become one. */
  apply: (edits: readonly CaseEdit[], label?: string) => void;
  /** Gives the case another id and stays with it. */
  rename: (id: string) => void;
};

/** All fields of a case are read anew with each letter; in a longer one that would be felt. */
const MOST_CHARACTERS = 200_000;

/**
 * The chosen case, read from the text itself: what is known of the text comes a moment after an edit. Nothing when there
 * is not a case at that place, or one that is not JSON.
 */
export function useFormCase(): FormCase | undefined {
  'use memo';
  const { text, edit, checked, selected, select, readOnly } = useCaseDocument();
  const [renamed, setRenamed] = useState<{ from: number; id: string }>();
  // Until what is known of the text has the new id.
  const isRenaming = renamed !== undefined && checked?.text !== text && idAt(text, renamed.from) === renamed.id;
  const from = selected?.from ?? (isRenaming ? renamed.from : undefined);
  useStayInPlace(isRenaming);
  const isTooLong = selected !== undefined && isTooLongForForm(selected);
  const source = from === undefined || isTooLong ? undefined : readCaseSource(text, from);
  if (source === undefined || from === undefined) return undefined;
  // After a case was moved, another one may stand there until the text has been checked again.
  if (selected !== undefined && idIn(source) !== selected.id) return undefined;
  function apply(edits: readonly CaseEdit[], label = TYPING): void {
    if (source === undefined || readOnly) return;
    const changes = editCase(source.source, edits);
    if (changes.length > 0) edit(shiftEdits(changes, source.from), label);
  }
  return {
    ...source,
    readOnly,
    apply,
    rename(id) {
      apply([{ kind: 'set', path: ['id'], value: id }], 'Change the id');
      setRenamed({ from, id });
      select(id);
    },
  };
}

/** When the chosen case is gone, as after its new id was undone, the case that stands in its place is chosen. */
function useStayInPlace(isPending: boolean): void {
  'use memo';
  const { checked, selected, select } = useCaseDocument();
  const place = useRef<number>(undefined);
  const onChecked = useEffectEvent(() => {
    if (selected !== undefined) place.current = selected.from;
    if (selected !== undefined || isPending) return;
    const there = checked?.cases.find(({ from }) => from === place.current);
    if (there !== undefined && there.id !== '') select(there.id);
  });
  useEffect(() => {
    if (checked !== undefined) onChecked();
  }, [checked]);
}

function idAt(text: string, from: number): string | undefined {
  const source = readCaseSource(text, from);
  return source && idIn(source);
}

function idIn({ at }: CaseSource): string {
  const id = at(['id']);
  return typeof id === 'string' ? id : '';
}

export function isTooLongForForm({ from, to }: { from: number; to: number }): boolean {
  return to - from > MOST_CHARACTERS;
}
