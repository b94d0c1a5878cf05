import { parseArrayItems } from '../inputs/array-items.ts';
import { conversationKeys } from '../inputs/conversation-keys.ts';
import type { CaseFinding } from '../inputs/finding.ts';
import { getPropertyKey, type JsonNode, parseCaseTree } from '../inputs/json-tree.ts';
import {
  type CaseParser,
  describeInexactNumber,
  describeRepeatedKey,
  findInexactNumbers,
} from '../inputs/read-case.ts';
import {
  type ItemCursor,
  type ObjectItem,
  type ProblemItem,
  parseNextSourceItems,
  type SourceItem,
} from '../inputs/source-items.ts';
import { createLocator, createPositions } from '../inputs/source-position.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import { compareByPosition } from './assemble-document.ts';
import type { QuickFix } from './document.ts';
import type { DocumentEntry, EntryCase, EntryProblem } from './document-entry.ts';
import { createRemoveSiblingEdits } from './edit-siblings.ts';
import { listFindingFixes } from './list-finding-fixes.ts';
import { listProblemFixes } from './list-problem-fixes.ts';
import type { CaseReference } from './references.ts';
import { shiftEdits } from './text-edit.ts';

export type EntryParser = {
  cases: CaseParser;
  /** Returns the references in the cases that were parsed since the last call. */
  takeReferences(): CaseReference[];
};

/** Parses the entry at the cursor and moves the cursor past it. */
export function parseEntry(cursor: ItemCursor, reader: EntryParser): DocumentEntry {
  const { text, position, line, budget } = cursor;
  cursor.reach = position;
  const items = parseNextSourceItems(cursor);
  const end = Math.min(cursor.position, text.length);
  return {
    length: end - position,
    lines: cursor.line - line,
    reach: cursor.reach - position,
    cost: budget - cursor.budget,
    ...parseEntryItems({
      items,
      text: text.slice(position, findEndOfProblem(items, end)),
      offset: position,
      line,
      reader,
    }),
  };
}

/**
 * Returns the end of the entry's text. The problem of an invalid object may extend beyond the line where parsing
 * continues.
 */
function findEndOfProblem(items: readonly SourceItem[], end: number): number {
  const last = items.at(-1);
  return last?.kind === 'problem' && last.offset >= end ? last.offset + last.length : end;
}

/** Parses a file that consists of one list as a single entry. */
export function parseListEntry(text: string, reader: EntryParser): DocumentEntry {
  const length = text.length;
  const listEntry = parseEntryItems({ items: parseArrayItems(text), text, offset: 0, line: 1, reader });
  return { length, lines: 0, reach: length + 1, cost: 0, ...listEntry };
}

/**
 * What the contents of an entry are parsed from. `text` ends at the last position that an item refers to. Positions of
 * items are relative to the whole text, in which the entry begins at `offset` and in `line`.
 */
type EntryItems = { items: Iterable<SourceItem>; text: string; offset: number; line: number; reader: EntryParser };

function parseEntryItems({
  items,
  text,
  offset,
  line,
  reader,
}: EntryItems): Pick<DocumentEntry, 'cases' | 'problems' | 'references'> {
  const problems: EntryProblem[] = [];
  const cases: EntryCase[] = [];
  const positionOf = createPositions(text);
  const locateProblem: EntryProblemLocator = (problem) => {
    const position = positionOf(problem.from);
    return { ...problem, line: position.line - 1, column: position.column };
  };
  for (const item of items) {
    const at = item.start - offset;
    const object: EntrySource = {
      source: text.slice(at, item.end - offset),
      at,
      line: item.line - line,
      locate: locateProblem,
    };
    if (item.kind === 'object') {
      const describedCase = parseCaseObject(item, object, reader.cases);
      cases.push(describedCase.found);
      problems.push(...describedCase.problems);
      continue;
    }
    problems.push(toEntryProblem({ item, text, offset, place: locateProblem }));
    if (item.about === 'object') cases.push(extractCaseFromInvalidJson(object));
  }
  return { cases, problems: problems.sort(compareByPosition), references: reader.takeReferences() };
}

type EntryProblemLocator = (problem: Omit<EntryProblem, 'line' | 'column'>) => EntryProblem;
/** An object in an entry: its text, offset and line. */
type EntrySource = { source: string; at: number; line: number; locate: EntryProblemLocator };

function parseCaseObject(
  { value }: ObjectItem,
  { source, at, line, locate }: EntrySource,
  reader: CaseParser,
): { found: EntryCase; problems: EntryProblem[] } {
  const repeatedKeys = reader.repeatedKeys(source, value);
  const readResult = reader.read(value);
  const problems = repeatedKeys.map((key): EntryProblem => {
    const from = at + key.offset;
    const fixes = listRepeatedKeyFixes({ source, at, ...key });
    return locate({ severity: 'error', from, to: from + key.length, message: describeRepeatedKey(key.key), fixes });
  });
  for (const { written: authoredValue, offset } of findInexactNumbers(source)) {
    const from = at + offset;
    problems.push(
      locate({
        severity: 'error',
        from,
        to: from + authoredValue.length,
        message: describeInexactNumber(authoredValue),
        fixes: [],
      }),
    );
  }
  problems.push(...toEntryProblems(readResult.findings, { source, at, line, locate }));
  const entryCase = {
    id: readResult.id,
    from: at,
    to: at + source.length,
    line,
    ...parseCaseFields(readResult.source),
  };
  return { found: { ...entryCase, isReadable: true, problems: problems.length }, problems };
}

/** Converts findings about an object to problems with positions and fixes. */
export function toEntryProblems(findings: readonly CaseFinding[], { source, at, locate }: EntrySource): EntryProblem[] {
  if (findings.length === 0) return [];
  const locator = createLocator(source);
  return findings.map((finding): EntryProblem => {
    const { severity, message, suggestion } = finding;
    const { offset, length } = locator.rangeOf(finding.path, finding.at);
    const from = at + offset;
    const fixes = listFindingFixes({ source, at, finding, locator });
    return locate({ severity, from, to: from + length, message, suggestion, fixes });
  });
}

function parseCaseFields(value: Json): Pick<EntryCase, 'kind' | 'skip' | 'tags'> {
  if (!isJsonObject(value)) return { kind: 'standard', skip: false, tags: [] };
  const { skip, tags } = value;
  return {
    kind: conversationKeys.some((key) => value[key] !== undefined) ? 'dynamic' : 'standard',
    skip: skip === true,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}

/**
 * Parses as much as possible of an object that is not valid JSON. Otherwise, its case would disappear from lists while
 * a person types.
 */
function extractCaseFromInvalidJson({ source, at, line }: EntrySource): EntryCase {
  const id = /"id"\s*:\s*"((?:[^"\\\n]|\\.)*)"/.exec(source)?.[1] ?? '';
  const kind = conversationKeys.some((key) => source.includes(`"${key}"`)) ? 'dynamic' : 'standard';
  const to = at + source.trimEnd().length;
  return { id, from: at, to, line, kind, skip: false, tags: [], isReadable: false, problems: 1 };
}

type ProblemItemInText = { item: ProblemItem; text: string; offset: number; place: EntryProblemLocator };

function toEntryProblem({ item, text, offset, place }: ProblemItemInText): EntryProblem {
  const from = item.offset - offset;
  const to = Math.min(text.length, from + item.length);
  const fixes = listProblemFixes({ item, text, offset });
  return place({ severity: 'error', from, to, message: item.message, fixes });
}

/** A duplicate key in an object. `at` is the offset of the object in the entry. */
type RepeatedKey = { source: string; at: number; key: string; offset: number };

/** Returns the fix that removes the earlier of two equal keys. The later one takes effect. */
function listRepeatedKeyFixes({ source, at, key, offset }: RepeatedKey): QuickFix[] {
  const root = parseCaseTree(source);
  const container = root === undefined ? undefined : findObjectOfProperty(root, offset);
  if (container === undefined) return [];
  const members = container.children ?? [];
  const earlierMembers = members.findLastIndex((member) => member.offset < offset && getPropertyKey(member) === key);
  const edits = createRemoveSiblingEdits({ source, container }, earlierMembers);
  return edits.length === 0
    ? []
    : [{ title: `Remove the earlier ${JSON.stringify(key)}`, edits: shiftEdits(edits, at) }];
}

/** Returns the object that contains the member at an offset. */
function findObjectOfProperty(node: JsonNode, offset: number): JsonNode | undefined {
  const children = node.children ?? [];
  if (node.type === 'object' && children.some((member) => member.offset === offset)) return node;
  const enclosingNode = children.find((child) => child.offset <= offset && offset < child.offset + child.length);
  return enclosingNode === undefined ? undefined : findObjectOfProperty(enclosingNode, offset);
}
