import { parseObjectText } from '../inputs/source-items.ts';
import type { CheckedDocument, DocumentCase, DocumentProblem } from './document.ts';
import type { DocumentParts, EntryCase, EntryProblem } from './document-entry.ts';
import type { TextEdit } from './text-edit.ts';

/** Combines the parts of a text to a document, with absolute positions. */
export function assembleDocument(text: string, { entries, across }: DocumentParts): CheckedDocument {
  const checked: CheckedDocument = { text, cases: [], problems: [] };
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  let position: LinePosition = { offset: text.startsWith('\ufeff') ? 1 : 0, line: 1, lineEnd };
  let next = 0;
  for (const [index, { length, lines, cases, problems }] of entries.entries()) {
    const further: EntryProblem[] = [];
    for (let more = across[next]; more?.entry === index; more = across[next]) {
      further.push(more.problem);
      next += 1;
    }
    for (const entryCase of cases) {
      const extra = further.filter(({ from }) => from >= entryCase.from && from < entryCase.to).length;
      checked.cases.push(toDocumentCase({ text, found: entryCase, index: checked.cases.length, extra }, position));
    }
    const all = further.length === 0 ? problems : [...problems, ...further].sort(compareByPosition);
    for (const problem of all) checked.problems.push(toDocumentProblem(problem, position));
    position = { offset: position.offset + length, line: position.line + lines, lineEnd };
  }
  for (const { problem } of across.slice(next)) checked.problems.push(toDocumentProblem(problem, position));
  // Usually already sorted, but a problem of one entry may lie in the next entry.
  checked.problems.sort(compareByPosition);
  return checked;
}

/** Sorts by position; errors come first at the same position. */
export function compareByPosition(left: ProblemPosition, right: ProblemPosition): number {
  const byPlace = left.line - right.line || left.column - right.column;
  return byPlace || Number(left.severity === 'warning') - Number(right.severity === 'warning');
}

type ProblemPosition = Pick<EntryProblem, 'line' | 'column' | 'severity'>;
type LinePosition = { offset: number; line: number; lineEnd: string };
type PositionedEntry = { text: string; found: EntryCase; index: number; extra: number };

function toDocumentCase({ text, found, index, extra }: PositionedEntry, { offset, line }: LinePosition): DocumentCase {
  const { id, kind, skip, tags, problems } = found;
  const from = offset + found.from;
  const to = offset + found.to;
  return {
    index,
    id,
    from,
    to,
    line: line + found.line,
    kind,
    skip,
    tags,
    problems: problems + extra,
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
