import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { untilLoaded } from '@/components/ui/later';
import type { DocumentCase, TextEdit } from '@/runner/authoring';
import type { JsonObject } from '@/runner/values';
import { useCaseDocument } from '../document/case-document';

type Authoring = typeof import('@/runner/authoring');

export type ListEdits = {
  /** The cases of the list can be changed. */
  ready: boolean;
  /** As soon as it is known how. */
  add: (cases: readonly JsonObject[], label: string) => void;
  duplicate: (found: DocumentCase) => void;
  move: (found: DocumentCase, to: number) => void;
  skip: (found: DocumentCase) => void;
  remove: (found: DocumentCase) => void;
};

export const DELETED = 'Delete ';

/** Changes of the list of cases, made in the text as it is now: what is shown may be a moment older. */
export function useListEdits(): ListEdits {
  const { suiteKey, text, edit, selected, select, checked, readOnly } = useCaseDocument();
  const [authoring, setAuthoring] = useState<Authoring>();
  const latestText = useRef(text);
  useLayoutEffect(() => {
    latestText.current = text;
  }, [text]);
  const check = useRef<ReturnType<Authoring['createDocumentCheck']>>(undefined);
  const isListed = checked !== undefined;
  useEffect(() => {
    // Only then: what is in the text, and wrong with it, is to be seen first.
    if (isListed) void loadAuthoring().then((module) => setAuthoring(module));
  }, [isListed]);
  function listNow({ createDocumentCheck }: Authoring) {
    check.current ??= createDocumentCheck({ file: suiteKey });
    const { current } = latestText;
    return { text: current, cases: check.current.check(current).cases };
  }
  type Change = (list: ReturnType<typeof listNow>, found: DocumentCase) => { edits: TextEdit[]; id?: string };
  function change(shown: DocumentCase, label: string, make: (module: Authoring) => Change): void {
    if (authoring === undefined || readOnly) return;
    const list = listNow(authoring);
    const found = sameCase(list.cases, shown);
    if (found === undefined) return;
    const { edits, id } = make(authoring)(list, found);
    edit(edits, label);
    if (id !== undefined) select(id);
  }
  return {
    ready: authoring !== undefined && !readOnly,
    add(cases, label) {
      if (readOnly) return;
      void loadAuthoring().then((module) => {
        const { edits, id } = module.addCases(listNow(module), cases);
        edit(edits, label);
        select(id);
      });
    },
    duplicate: (found) =>
      change(
        found,
        `Duplicate ${found.id}`,
        ({ duplicateCase }) =>
          (list, original) =>
            duplicateCase(list, original),
      ),
    move: (found, to) =>
      change(found, `Move ${found.id}`, ({ moveCase }) => (list, { index }) => ({
        edits: moveCase(list, { from: index, to }),
      })),
    skip: (found) =>
      change(found, `${found.skip ? 'Include' : 'Skip'} ${found.id}`, ({ skipCase }) => (list, original) => ({
        edits: skipCase(list, original),
      })),
    remove: (found) =>
      change(found, `${DELETED}${found.id}`, ({ deleteCase }) => (list, original) => {
        const edits = deleteCase(list, original);
        const near = list.cases[original.index + 1] ?? list.cases[original.index - 1];
        return found.id === selected?.id && near !== undefined ? { edits, id: near.id } : { edits };
      }),
  };
}

function loadAuthoring(): Promise<Authoring> {
  return untilLoaded(() => import('@/runner/authoring'));
}

/** The case with that id at that place; when others came or went meanwhile, the nearest with that id. */
function sameCase(cases: readonly DocumentCase[], { id, index }: DocumentCase): DocumentCase | undefined {
  const here = cases[index];
  if (here?.id === id) return here;
  const named = cases.filter((found) => found.id === id);
  return named.toSorted((left, right) => Math.abs(left.index - index) - Math.abs(right.index - index))[0];
}
