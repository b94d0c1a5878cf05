import { parseObjectText } from '../inputs/source-items.ts';
import type { CheckedDocument, DocumentCase, DocumentProblem } from './document.ts';
import type { DocumentParts, EntryCase, EntryProblem } from './document-entry.ts';
import type { TextEdit } from './text-edit.ts';

/** Combines the parsed parts of a text to a document. Positions become relative to the whole text. */
export function assembleDocument(text: string, { entries, crossEntryProblems }: DocumentParts): CheckedDocument {
  const document: CheckedDocument = { text, cases: [], problems: [] };
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let position: LinePosition = { offset: text.startsWith('\ufeff') ? 1 : 0, line: 1, lineEnd };
  let nextAcross = 0;
  for (const [index, { length, lines, cases, problems }] of entries.entries()) {
    const acrossProblems: EntryProblem[] = [];
    for (
      let acrossProblem = crossEntryProblems[nextAcross];
      acrossProblem?.entry === index;
      acrossProblem = crossEntryProblems[nextAcross]
    ) {
      acrossProblems.push(acrossProblem.problem);
      nextAcross += 1;
    }
    for (const entryCase of cases) {
      const furtherProblems = acrossProblems.filter(({ from }) => from >= entryCase.from && from < entryCase.to).length;
      document.cases.push(toDocumentCase({ text, entryCase, index: document.cases.length, furtherProblems }, position));
    }
    const allProblems =
      acrossProblems.length === 0 ? problems : [...problems, ...acrossProblems].sort(compareByPosition);
    for (const problem of allProblems) document.problems.push(toDocumentProblem(problem, position));
    position = { offset: position.offset + length, line: position.line + lines, lineEnd };
  }
  for (const { problem } of crossEntryProblems.slice(nextAcross))
    document.problems.push(toDocumentProblem(problem, position));
  // Sorts all problems again, because a problem of an entry may be located in the next entry.
  document.problems.sort(compareByPosition);
  return document;
}

/** Sorts by position. At the same position, errors come before warnings. */
export function compareByPosition(left: ProblemPosition, right: ProblemPosition): number {
  const byPlace = left.line - right.line || left.column - right.column;
  return byPlace || Number(left.severity === 'warning') - Number(right.severity === 'warning');
}

type ProblemPosition = Pick<EntryProblem, 'line' | 'column' | 'severity'>;
type LinePosition = { offset: number; line: number; lineEnd: string };
type PositionedEntry = { text: string; entryCase: EntryCase; index: number; furtherProblems: number };

function toDocumentCase(
  { text, entryCase, index, furtherProblems }: PositionedEntry,
  { offset, line }: LinePosition,
): DocumentCase {
  const { id, kind, skip, tags, problems } = entryCase;
  const from = offset + entryCase.from;
  const to = offset + entryCase.to;
  return {
    index,
    id,
    from,
    to,
    line: line + entryCase.line,
    kind,
    skip,
    tags,
    problems: problems + furtherProblems,
    get value() {
      return parseObjectText(text.slice(from, to));
    },
  };
}

function toDocumentProblem(problem: EntryProblem, { offset, line, lineEnd }: LinePosition): DocumentProblem {
  const { from, to, fixes } = problem;
  const toAbsoluteEdit = (edit: TextEdit): TextEdit => ({
    from: offset + edit.from,
    to: offset + edit.to,
    insert: edit.insert.replaceAll('\n', lineEnd),
  });
  return {
    ...problem,
    from: offset + from,
    to: offset + to,
    line: line + problem.line,
    fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map(toAbsoluteEdit) })),
  };
}
