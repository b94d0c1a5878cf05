import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { caseFileCheckQuery } from '@/lib/queries';
import type { CheckedDocument, DocumentCase, DocumentProblem, TextEdit } from '@/runner/authoring';
import { withoutUndefined } from '@/runner/values';
import type { CheckLocation } from '../checks/restarting-checker';
import { canCheckInBrowser, type DocumentCheck } from '../checks/use-document-check';
import { TYPING_LABEL } from './document-history';
import type { FileVersion } from './file-state';
import { type CaseFile, useCaseFile } from './use-case-file';

/** The open case file: its text, its parsed contents and the functions that edit it. Offsets refer to `text`. */
export type CaseDocument = {
  suiteKey: string;
  text: string;
  /** Applies edits as one undo step, named by the label. */
  edit: (edits: readonly TextEdit[], label: string) => void;
  /** Replaces the whole text after typing. */
  replace: (text: string) => void;
  /**
   * The parsed contents of the text. After an edit, it is outdated until the next check; undefined before the first
   * check.
   */
  checked: CheckedDocument | undefined;
  checkedAt: CheckLocation;
  selected: DocumentCase | undefined;
  select: (id: string | null) => void;
  /** Scrolls to a problem in the text of the file. */
  goTo: (problem: DocumentProblem) => void;
  /** The problem that the user selected last. */
  target: DocumentProblem | undefined;
  /** True for formats other than JSON and JSONL, which the dashboard cannot edit. */
  readOnly: boolean;
  undo: () => void;
  redo: () => void;
  /** The labels of the steps that undo and redo would apply. */
  undoLabel: string | undefined;
  redoLabel: string | undefined;
  file: CaseFile;
};

const CaseDocumentContext = createContext<CaseDocument | undefined>(undefined);

type Props = {
  suiteKey: string;
  openedFile: FileVersion;
  check: DocumentCheck;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  children: ReactNode;
};

export function CaseDocumentProvider({ suiteKey, openedFile, check, selectedId, onSelect, children }: Props) {
  'use memo';
  const file = useCaseFile(suiteKey, openedFile);
  const { dispatch } = file;
  const { text, past, future } = file.state.history;
  const { document, place, checker } = check;
  useEffect(() => checker?.update(text), [checker, text]);
  const parsedDocument = useServerParsedDocument(suiteKey, file.state.base);
  const checked = document ?? parsedDocument;
  const selected = useMemo(() => checked?.cases.find(({ id }) => id === selectedId), [checked, selectedId]);
  const [target, setTarget] = useState<DocumentProblem>();
  const value: CaseDocument = {
    suiteKey,
    text,
    edit: (edits, label) => dispatch({ type: 'edit', edits, label }),
    replace: (next) => dispatch({ type: 'replace', text: next, label: TYPING_LABEL }),
    checked,
    checkedAt: place,
    selected,
    select: onSelect,
    goTo: (problem) => setTarget({ ...problem }),
    target,
    readOnly: !suiteKey.endsWith('.jsonl'),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    undoLabel: past.at(-1)?.label,
    redoLabel: future[0]?.label,
    file,
  };
  return <CaseDocumentContext value={value}>{children}</CaseDocumentContext>;
}

export function useCaseDocument(): CaseDocument {
  'use memo';
  const document = useContext(CaseDocumentContext);
  if (document === undefined) throw new Error('a case document needs a CaseDocumentProvider around it');
  return document;
}

/** Returns the contents of a table or an oxy file as parsed by the server. Positions in it are line numbers. */
function useServerParsedDocument(suiteKey: string, { text, sha256 }: FileVersion): CheckedDocument | undefined {
  'use memo';
  const { data } = useQuery({ ...caseFileCheckQuery(suiteKey, sha256), enabled: !canCheckInBrowser(suiteKey) });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const starts = lineStartOffsets(text);
    const findLineStartOffset = (line: number): number => starts[line - 1] ?? text.length;
    const cases = data.cases.map(({ id, line, kind, name, tags, skip }, index) => {
      const from = findLineStartOffset(line);
      return {
        index,
        id,
        line,
        kind,
        tags: [...tags],
        skip,
        value: withoutUndefined({ name }),
        from,
        to: from,
        problems: 0,
      };
    });
    const problems = data.problems.map((problem) => {
      const from = Math.min(findLineStartOffset(problem.line) + problem.column - 1, text.length);
      return { ...problem, from, to: from, fixes: [] };
    });
    return { text, cases, problems };
  }, [data, text]);
}

function lineStartOffsets(text: string): number[] {
  const starts = [0];
  for (let lineBreak = text.indexOf('\n'); lineBreak !== -1; lineBreak = text.indexOf('\n', lineBreak + 1))
    starts.push(lineBreak + 1);
  return starts;
}
