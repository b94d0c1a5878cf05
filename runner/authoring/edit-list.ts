import { parseCaseTree } from '../inputs/json-tree.ts';
import type { Json, JsonObject } from '../values/index.ts';
import type { DocumentCase } from './document.ts';
import { editCase } from './edit-case.ts';
import { detectStyle, formatJsonInStyle, type JsonStyle } from './json-style.ts';
import { applyEdits, shiftEdits, type TextEdit } from './text-edit.ts';
import { createUnusedIdGenerator } from './unused-ids.ts';

/** The properties of a case that moving it requires; a `DocumentCase` has all of them. */
export type ListedCase = Pick<DocumentCase, 'index' | 'id' | 'from' | 'to'>;

/** The text of a file, and its cases in the order of the file. */
export type CaseList = { text: string; cases: readonly ListedCase[] };

/** The edits that add a case, and its id. Everything else in the file stays unchanged, byte for byte. */
export type AddCasesResult = { edits: TextEdit[]; id: string };

/**
 * Adds cases on lines of their own, after a given case or at the end of the file. An id that is already used is
 * replaced.
 */
export function createAddCasesEdits(
  list: CaseList,
  newCases: readonly JsonObject[],
  after?: ListedCase,
): AddCasesResult {
  const createUnusedId = createUnusedIdGenerator(list.cases.map(({ id }) => id));
  const usedIds = new Set(list.cases.map(({ id }) => id));
  const ids: string[] = [];
  const lines = newCases.map((testCase) => {
    const preferredId = typeof testCase.id === 'string' && testCase.id !== '' ? testCase.id : 'case-1';
    const id = usedIds.has(preferredId) ? createUnusedId(preferredId) : preferredId;
    usedIds.add(id);
    ids.push(id);
    return formatCase(list, { ...testCase, id });
  });
  return { edits: [createInsertLinesEdit(list, lines, after ?? list.cases.at(-1))], id: ids.at(-1) ?? '' };
}

/** Inserts a copy of a case after it, with the next free id. */
export function createDuplicateCaseEdits(list: CaseList, original: ListedCase): AddCasesResult {
  const id = createUnusedIdGenerator(list.cases.map((listedCase) => listedCase.id))(original.id);
  const source = list.text.slice(original.from, original.to);
  const copy = applyEdits(source, editCase(source, [{ kind: 'set', path: ['id'], value: id }]));
  return { edits: [createInsertLinesEdit(list, [copy], original)], id };
}

/** Moves a case to another position in the file. Comments and empty lines stay where they are. */
export function createMoveCaseEdits({ text, cases }: CaseList, { from, to }: { from: number; to: number }): TextEdit[] {
  if (from === to || cases[from] === undefined || cases[to] === undefined) return [];
  const order = [...cases];
  order.splice(to, 0, ...order.splice(from, 1));
  return cases.flatMap((listedCase, position) => {
    const source = order[position];
    if (source === undefined || source === listedCase) return [];
    return [{ from: listedCase.from, to: listedCase.to, insert: text.slice(source.from, source.to) }];
  });
}

/** Adds or removes `skip`, which excludes a case from runs. */
export function createSkipCaseEdits(
  { text }: CaseList,
  { from, to, skip }: ListedCase & Pick<DocumentCase, 'skip'>,
): TextEdit[] {
  const source = text.slice(from, to);
  const path = ['skip'];
  const edits = editCase(source, [skip ? { kind: 'remove', path } : { kind: 'set', path, value: true }]);
  return shiftEdits(edits, from);
}

/** Deletes a case, and its line if it contains nothing else. */
export function createDeleteCaseEdits({ text }: CaseList, { from, to }: ListedCase): TextEdit[] {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = findEndOfLine(text, to);
  const isAloneOnLine = isBlank(text.slice(lineStart, from)) && isBlank(text.slice(to, lineEnd));
  if (!isAloneOnLine) return [{ from, to, insert: '' }];
  const start = text.startsWith('\ufeff') ? Math.max(lineStart, 1) : lineStart;
  return [{ from: start, to: Math.min(lineEnd + 1, text.length), insert: '' }];
}

function createInsertLinesEdit(list: CaseList, lines: readonly string[], after: ListedCase | undefined): TextEdit {
  const { text } = list;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const insertedText = lines.join(lineEnd);
  const at = findInsertOffsetAfter(list, after);
  const startsLine = at === 0 || text[at - 1] === '\n' || (at === 1 && text.startsWith('\ufeff'));
  const insert = `${startsLine ? '' : lineEnd}${insertedText}${startsLine || at === text.length ? lineEnd : ''}`;
  return { from: at, to: at, insert };
}

/** Returns the start of the next line. If another case begins on the same line, returns the end of the case. */
function findInsertOffsetAfter({ text, cases }: CaseList, after: ListedCase | undefined): number {
  if (after === undefined) return text.length;
  const next = cases[after.index + 1];
  const lineEnd = findEndOfLine(text, after.to);
  return next !== undefined && next.from < lineEnd ? after.to : Math.min(lineEnd + 1, text.length);
}

/** Formats a case with the spacing of the first case in the file. */
function formatCase({ text, cases: [first] }: CaseList, testCase: Json): string {
  const source = first === undefined ? '' : text.slice(first.from, first.to);
  const root = parseCaseTree(source);
  return root === undefined
    ? formatJsonInStyle(testCase, defaultJsonStyle)
    : formatJsonInStyle(testCase, detectStyle(source, root));
}

const defaultJsonStyle: JsonStyle = {
  newline: '\n',
  afterComma: ' ',
  beforeColon: '',
  afterColon: ' ',
  insideBraces: '',
};

function findEndOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function isBlank(text: string): boolean {
  return text.replace('\ufeff', '').trim() === '';
}
