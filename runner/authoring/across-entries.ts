import { createDuplicateIdFinding, type IdWithLine, NO_CASES, normalizeId } from '../inputs/read-case.ts';
import { createLocator, createPositions } from '../inputs/source-position.ts';
import type { DocumentEntry, DocumentParts, EntryCase, EntryProblem } from './document-entry.ts';
import { createUnusedIdGenerator } from './free-ids.ts';

type CrossEntryProblems = DocumentParts['across'];
type ProblemPosition = Pick<EntryProblem, 'from' | 'to' | 'line' | 'column'>;

/** Finds problems of a file whose single cases are valid: duplicate ids, or no cases at all. */
export function createCrossEntryCheck(): (text: string, entries: readonly DocumentEntry[]) => CrossEntryProblems {
  const places = new WeakMap<EntryCase, ProblemPosition>();
  const locateCase = (text: string, entryCase: EntryCase): ProblemPosition => {
    const position = places.get(entryCase) ?? locateId(text, entryCase);
    places.set(entryCase, position);
    return position;
  };
  return (text, entries) => {
    const used = findRepeatedIds(entries);
    if (used.length === 0) return hasNoCases(entries) ? [{ entry: 0, problem: createEmptyFileProblem() }] : [];
    const freeId = createUnusedIdGenerator(entries.flatMap(({ cases }) => cases.map(({ id }) => id)));
    return used.map(({ entry, offset, found, earlier }) => {
      const { severity, message } = createDuplicateIdFinding(found.id, earlier);
      const { length } = entries[entry] ?? { length: 0 };
      const place = locateCase(text.slice(offset, offset + length), found);
      const free = freeId(found.id);
      const edits = [{ from: place.from, to: place.to, insert: JSON.stringify(free) }];
      return {
        entry,
        problem: {
          severity,
          ...place,
          message,
          fixes: [{ title: `Use the id "${free}"`, edits, group: 'Give cases unique ids' }],
        },
      };
    });
  };
}

type FirstIdUse = { entry: number; offset: number; found: EntryCase; earlier: IdWithLine };

function findRepeatedIds(entries: readonly DocumentEntry[]): FirstIdUse[] {
  const uses = new Map<string, IdWithLine>();
  const used: FirstIdUse[] = [];
  let offset = 0;
  let line = 1;
  for (const [entry, { cases, length, lines }] of entries.entries()) {
    for (const entryCase of cases) {
      if (!entryCase.isReadable || entryCase.id === '') continue;
      const idKey = normalizeId(entryCase.id);
      const earlier = uses.get(idKey);
      if (earlier === undefined) uses.set(idKey, { id: entryCase.id, line: line + entryCase.line });
      else used.push({ entry, offset, found: entryCase, earlier });
    }
    offset += length;
    line += lines;
  }
  return used;
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
  return { severity: 'error', from: 0, to: 0, line: 0, column: 1, message: NO_CASES, fixes: [] };
}
