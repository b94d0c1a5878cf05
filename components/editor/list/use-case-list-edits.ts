import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { importWithRetry } from '@/components/ui/lazy-component';
import type { DocumentCase, TextEdit } from '@/runner/authoring';
import type { JsonObject } from '@/runner/values';
import { useCaseDocument } from '../document/case-document';

type AuthoringModule = typeof import('@/runner/authoring');

export type CaseListEdits = {
  /** True if the file is editable and the code that edits it has loaded. */
  ready: boolean;
  /**
   * Adds cases, if necessary after the code that edits the file has loaded. Then calls `onAdded` with the id of the
   * first new case.
   */
  add: (cases: readonly JsonObject[], label: string, onAdded?: (id: string) => void) => void;
  duplicate: (documentCase: DocumentCase) => void;
  move: (documentCase: DocumentCase, to: number) => void;
  skip: (documentCase: DocumentCase) => void;
  remove: (documentCase: DocumentCase) => void;
};

export const DELETE_LABEL_PREFIX = 'Delete ';

/**
 * Returns functions that edit the list of cases. They use the current text, because the displayed list may be slightly
 * outdated.
 */
export function useCaseListEdits(): CaseListEdits {
  const { suiteKey, text, edit, selected, select, checked, readOnly } = useCaseDocument();
  const [authoring, setAuthoring] = useState<AuthoringModule>();
  const latestText = useRef(text);
  useLayoutEffect(() => {
    latestText.current = text;
  }, [text]);
  const check = useRef<ReturnType<AuthoringModule['createDocumentCheck']>>(undefined);
  const isListed = checked !== undefined;
  useEffect(() => {
    // Loads the code that edits the file only after the first check, so that the text and its problems appear first.
    if (isListed) void loadAuthoringModule().then((module) => setAuthoring(module));
  }, [isListed]);
  function parseCurrentDocument({ createDocumentCheck }: AuthoringModule) {
    check.current ??= createDocumentCheck({ file: suiteKey });
    const { current } = latestText;
    return { text: current, cases: check.current.check(current).cases };
  }
  type CaseEditBuilder = (
    list: ReturnType<typeof parseCurrentDocument>,
    documentCase: DocumentCase,
  ) => { edits: TextEdit[]; id?: string };
  function changeCase(
    visibleCase: DocumentCase,
    label: string,
    createEdit: (module: AuthoringModule) => CaseEditBuilder,
  ): void {
    if (authoring === undefined || readOnly) return;
    const list = parseCurrentDocument(authoring);
    const currentCase = findCaseNearIndex(list.cases, visibleCase);
    if (currentCase === undefined) return;
    const { edits, id } = createEdit(authoring)(list, currentCase);
    edit(edits, label);
    if (id !== undefined) select(id);
  }
  return {
    ready: authoring !== undefined && !readOnly,
    add(cases, label, onAdded = select) {
      if (readOnly) return;
      void loadAuthoringModule().then((module) => {
        const { edits, id } = module.createAddCasesEdits(parseCurrentDocument(module), cases);
        edit(edits, label);
        onAdded(id);
      });
    },
    duplicate: (documentCase) =>
      changeCase(
        documentCase,
        `Duplicate ${documentCase.id}`,
        ({ createDuplicateCaseEdits }) =>
          (list, original) =>
            createDuplicateCaseEdits(list, original),
      ),
    move: (documentCase, to) =>
      changeCase(documentCase, `Move ${documentCase.id}`, ({ createMoveCaseEdits }) => (list, { index }) => ({
        edits: createMoveCaseEdits(list, { from: index, to }),
      })),
    skip: (documentCase) =>
      changeCase(
        documentCase,
        `${documentCase.skip ? 'Include' : 'Skip'} ${documentCase.id}`,
        ({ createSkipCaseEdits }) =>
          (list, original) => ({
            edits: createSkipCaseEdits(list, original),
          }),
      ),
    remove: (documentCase) =>
      changeCase(
        documentCase,
        `${DELETE_LABEL_PREFIX}${documentCase.id}`,
        ({ createDeleteCaseEdits }) =>
          (list, original) => {
            const edits = createDeleteCaseEdits(list, original);
            const neighbourCase = list.cases[original.index + 1] ?? list.cases[original.index - 1];
            return documentCase.id === selected?.id && neighbourCase !== undefined
              ? { edits, id: neighbourCase.id }
              : { edits };
          },
      ),
  };
}

function loadAuthoringModule(): Promise<AuthoringModule> {
  return importWithRetry(() => import('@/runner/authoring'));
}

/**
 * Finds the case with this id at this index. If the index has changed because cases were added or removed, finds the
 * nearest case with the id.
 */
function findCaseNearIndex(cases: readonly DocumentCase[], { id, index }: DocumentCase): DocumentCase | undefined {
  const caseAtIndex = cases[index];
  if (caseAtIndex?.id === id) return caseAtIndex;
  const named = cases.filter((candidate) => candidate.id === id);
  return named.toSorted((left, right) => Math.abs(left.index - index) - Math.abs(right.index - index))[0];
}
