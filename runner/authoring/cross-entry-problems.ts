import { createDuplicateIdFinding, type IdWithLine, NO_CASES_MESSAGE, normalizeId } from '../inputs/read-case.ts';
import { createLocator, createPositions } from '../inputs/source-position.ts';
import type { DocumentEntry, DocumentParts, EntryCase, EntryProblem } from './document-entry.ts';
import { createUnusedIdGenerator } from './unused-ids.ts';

type CrossEntryProblems = DocumentParts['crossEntryProblems'];
type ProblemPosition = Pick<EntryProblem, 'from' | 'to' | 'line' | 'column'>;

/** Creates a check for problems of a file whose single cases are valid: duplicate ids, or no cases at all. */
export function createCrossEntryCheck(): (text: string, entries: readonly DocumentEntry[]) => CrossEntryProblems {
  const positionsOfIds = new WeakMap<EntryCase, ProblemPosition>();
  const locateCase = (text: string, entryCase: EntryCase): ProblemPosition => {
    const position = positionsOfIds.get(entryCase) ?? locateId(text, entryCase);
    positionsOfIds.set(entryCase, position);
    return position;
  };
  return (text, entries) => {
    const repeatedIds = findRepeatedIds(entries);
    if (repeatedIds.length === 0) return hasNoCases(entries) ? [{ entry: 0, problem: createEmptyFileProblem() }] : [];
    const createUnusedId = createUnusedIdGenerator(entries.flatMap(({ cases }) => cases.map(({ id }) => id)));
    return repeatedIds.map(({ entry, offset, entryCase, firstUse }) => {
      const { severity, message } = createDuplicateIdFinding(entryCase.id, firstUse);
      const { length } = entries[entry] ?? { length: 0 };
      const position = locateCase(text.slice(offset, offset + length), entryCase);
      const unusedId = createUnusedId(entryCase.id);
      const edits = [{ from: position.from, to: position.to, insert: JSON.stringify(unusedId) }];
      return {
        entry,
        problem: {
          severity,
          ...position,
          message,
          fixes: [{ title: `Use the id "${unusedId}"`, edits, group: 'Give cases unique ids' }],
        },
      };
    });
  };
}

type RepeatedId = { entry: number; offset: number; entryCase: EntryCase; firstUse: IdWithLine };

function findRepeatedIds(entries: readonly DocumentEntry[]): RepeatedId[] {
  const firstUses = new Map<string, IdWithLine>();
  const repeatedIds: RepeatedId[] = [];
  let offset = 0;
  let line = 1;
  for (const [entry, { cases, length, lines }] of entries.entries()) {
    for (const entryCase of cases) {
      if (!entryCase.isReadable || entryCase.id === '') continue;
      const idKey = normalizeId(entryCase.id);
      const firstUse = firstUses.get(idKey);
      if (firstUse === undefined) firstUses.set(idKey, { id: entryCase.id, line: line + entryCase.line });
      else repeatedIds.push({ entry, offset, entryCase, firstUse });
    }
    offset += length;
    line += lines;
  }
  return repeatedIds;
}

function locateId(text: string, { from, to }: EntryCase): ProblemPosition {
  const { offset, length } = createLocator(text.slice(from, to)).rangeOf(['id'], 'value');
  const start = from + offset;
  const { line, column } = createPositions(text)(start);
  return { from: start, to: start + length, line: line - 1, column };
}

function hasNoCases(entries: readonly DocumentEntry[]): boolean {
  return entries.every(({ cases, problems }) => cases.length === 0 && problems.length === 0);
}

function createEmptyFileProblem(): EntryProblem {
  return { severity: 'error', from: 0, to: 0, line: 0, column: 1, message: NO_CASES_MESSAGE, fixes: [] };
}
