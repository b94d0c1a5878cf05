import type { AuthoredCase, TestCase } from '../contract/index.ts';
import {
  fillInjectionTemplate,
  findTemplate,
  isBuiltInTemplate,
  parseTemplateName,
  type TemplateLookup,
} from '../injection/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { isCaseList, parseArrayItems } from './array-items.ts';
import { buildCase } from './build-case.ts';
import { createCasePartInterner } from './case-part-interner.ts';
import { checkState } from './checks/check-mocks.ts';
import { findCommentedOutContent } from './find-commented-cases.ts';
import { type CaseFinding, errorAt } from './finding.ts';
import { removeInferredRules } from './inferred-rules.ts';
import { createLineTemplate } from './line-template.ts';
import type { CaseProblem, InputProblem } from './problem.ts';
import {
  type CaseInspection,
  type CaseParser,
  createCaseParser,
  createDuplicateIdFinding,
  describeInexactNumber,
  describeRepeatedKey,
  findInexactNumbers,
  type IdWithLine,
  NO_CASES_MESSAGE,
  normalizeId,
} from './read-case.ts';
import { type ObjectItem, parseSourceItems, type SourceItem } from './source-items.ts';
import { createLocator, createPositions } from './source-position.ts';

export type CaseSource = {
  text: string;
  /** The file's name in messages. A name that ends in `.json` allows a JSON list. */
  file: string;
  /**
   * Returns a hash that identifies the content of a case. `canonical` is the case's canonical JSON, if it is already
   * known.
   */
  hashOf: (source: Json, canonical?: string) => string;
  /** Makes further checks of a case that matches the schema. */
  inspect?: CaseInspection;
  /**
   * Reads the state of a case from a file. If this function is missing, the case keeps the path of the file instead.
   */
  readState?: ReadState | undefined;
  /** Finds the template of a hostile text. If this function is missing, only built-in templates exist. */
  readTemplate?: ReadTemplate | undefined;
};

/** Reads a state file, relative to the case file or the workspace. */
export type ReadState = (file: string) => ReadStateResult;
export type ReadStateResult =
  | { ok: true; state: JsonObject }
  | { ok: false; message: string; suggestion?: string | undefined };

/** Finds the template of a hostile text by its name. */
export type ReadTemplate = (name: string) => TemplateLookup;

/** `cases` is only complete when there are no `problems`. */
export type ParsedCases = {
  cases: TestCase[];
  problems: InputProblem[];
  warnings: (InputProblem | CaseProblem)[];
  /** Names in valid cases that do not exist in the workspace. */
  missing?: CaseProblem[];
  /** The agent of the cases, if the file itself names one. */
  agentId?: string;
};

/**
 * Reads all cases of a case file with all their problems. Reads no other files, except state files through
 * `readState`, and templates through `readTemplate`.
 */
export function parseCases({ text: original, file, hashOf, inspect, ...readers }: CaseSource): ParsedCases {
  const text = original.startsWith('\ufeff') ? original.slice(1) : original;
  const result: Required<Omit<ParsedCases, 'agentId'>> = { cases: [], problems: [], warnings: [], missing: [] };
  const positionOf = createPositions(text);
  const build = createCaseBuilder(hashOf, readers);
  const reader = createCaseParser(inspect);
  const ids = createDuplicateIdCheck();
  const internParts = createCasePartInterner();
  for (const item of parseItems(text, file)) {
    if (item.kind === 'problem') {
      result.problems.push({ file, ...positionOf(item.offset), message: item.message });
      continue;
    }
    if (item.canonical === undefined) {
      internParts(item.value);
      for (const { offset, message } of findPartsChangedByParsing(
        text.slice(item.start, item.end),
        item.value,
        reader,
      )) {
        result.problems.push({ file, ...positionOf(item.start + offset), message });
      }
    }
    const { authored, source, id, findings } = reader.read(item.value);
    const earlier = id === '' ? undefined : ids.add(id, item.line);
    if (earlier !== undefined) findings.push(createDuplicateIdFinding(id, earlier));
    if (authored !== undefined) result.cases.push(build({ authored, source, item, findings }));
    if (findings.length > 0) reportProblems({ text, file, item, id, findings, positionOf, result });
  }
  const { cases, warnings } = result;
  warnings.push(...findCommentedOutContent({ text, file, positionOf, cases, items: () => parseItems(text, file) }));
  if (result.cases.length === 0 && result.problems.length === 0) {
    result.problems.push({ file, line: 1, column: 1, message: NO_CASES_MESSAGE });
  }
  result.problems.sort(compareByPosition);
  result.warnings.sort(compareByPosition);
  return result;
}

/** Finds parts that JSON.parse silently changes: duplicate keys, and numbers that cannot be represented exactly. */
function findPartsChangedByParsing(
  source: string,
  value: Json,
  reader: CaseParser,
): { offset: number; message: string }[] {
  return [
    ...reader.repeatedKeys(source, value).map(({ key, offset }) => ({ offset, message: describeRepeatedKey(key) })),
    ...findInexactNumbers(source).map(({ written, offset }) => ({ offset, message: describeInexactNumber(written) })),
  ];
}

type ValidEntry = { authored: AuthoredCase; source: Json; item: ObjectItem; findings: CaseFinding[] };

type ReferencedFileReaders = Pick<CaseSource, 'readState' | 'readTemplate'>;

/**
 * Builds cases from parsed input. If a case uses the content of another file (a state, a template), this content is
 * part of its hash, so a change in that file makes it a different case.
 */
function createCaseBuilder(hashOf: CaseSource['hashOf'], readers: ReferencedFileReaders) {
  return ({ authored, source: rawSource, item, findings }: ValidEntry): TestCase => {
    const { line } = item;
    const source = toHashedContent(rawSource, authored);
    const canonical = source === item.value ? item.canonical : undefined;
    const state = readReferencedState(authored, readers);
    const template = readReferencedTemplate(authored, readers);
    findings.push(...state.findings, ...template.findings);
    const contents = [state, template].flatMap(({ content }) => (content === undefined ? [] : [content]));
    if (contents.length === 0) return buildCase({ authored, hash: hashOf(source, canonical), line });
    const filled = { ...authored, ...state.parts, ...template.parts };
    return buildCase({ authored: filled, hash: hashOf([source, ...contents]), line });
  };
}

/**
 * Content that a case takes from another file: its text, which is added to the hash, and the fields of the case that it
 * sets.
 */
type ReferencedContent = { findings: readonly CaseFinding[]; content?: Json; parts?: Partial<AuthoredCase> };

const noReferencedContent: ReferencedContent = { findings: [] };

function readReferencedState(authored: AuthoredCase, { readState }: ReferencedFileReaders): ReferencedContent {
  const { state: file } = authored;
  if (typeof file !== 'string' || readState === undefined) return noReferencedContent;
  const answer = readState(file);
  if (!answer.ok) return { findings: [errorAt(['state'], answer.message, answer.suggestion)] };
  const { state } = answer;
  return { findings: checkState(authored, state), content: state, parts: { state } };
}

function readReferencedTemplate(
  { inject }: AuthoredCase,
  { readTemplate = (each) => findTemplate(each) }: ReferencedFileReaders,
): ReferencedContent {
  const name = inject === undefined ? undefined : parseTemplateName(inject.text);
  if (inject === undefined || name === undefined) return noReferencedContent;
  const answer = readTemplate(name);
  if (!answer.ok) {
    const suggestion = answer.suggestion === undefined ? undefined : `@${answer.suggestion}`;
    return { findings: [errorAt(['inject', 'text'], answer.message, suggestion)] };
  }
  const { template } = answer;
  if (isBuiltInTemplate(template)) return noReferencedContent;
  const text = fillInjectionTemplate(template, inject.goal);
  return { findings: [], content: text, parts: { inject: { ...inject, text } } };
}

/**
 * Removes `quarantine`, `expect` and inferred rules from the content that is hashed, so that a case keeps its history
 * when they change.
 */
function toHashedContent(source: Json, { quarantine, expect }: AuthoredCase): Json {
  if ((quarantine === undefined && expect === undefined) || !isJsonObject(source)) return removeInferredRules(source);
  const { quarantine: _, expect: __, ...content } = source;
  return removeInferredRules(content);
}

/**
 * Remembers the line of each id to find duplicates. A lookup is skipped while ids increase, because an increasing id
 * cannot be a duplicate and a lookup is slow compared to parsing a short line. Shorter ids sort before longer ones:
 * `case-9`, `case-10`.
 */
function createDuplicateIdCheck(): { add(id: string, line: number): IdWithLine | undefined } {
  const rising: string[] = [];
  const lines: number[] = [];
  let last = '';
  let uses: Map<string, IdWithLine> | undefined;
  return {
    add(id, line) {
      const visibleId = normalizeId(id);
      if (uses === undefined && visibleId === id && isHigherId(id, last)) {
        rising.push(id);
        lines.push(line);
        last = id;
        return undefined;
      }
      uses ??= new Map(rising.map((knownId, index) => [knownId, { id: knownId, line: lines[index] ?? line }]));
      const earlier = uses.get(visibleId);
      if (earlier === undefined) uses.set(visibleId, { id, line });
      return earlier;
    },
  };
}

function isHigherId(id: string, last: string): boolean {
  return id.length === last.length ? id > last : id.length > last.length;
}

function compareByPosition(left: InputProblem, right: InputProblem): number {
  return left.line - right.line || left.column - right.column;
}

function parseItems(text: string, file: string): Iterable<SourceItem> {
  return isCaseList(text, file) ? parseArrayItems(text) : parseSourceItems(text, createLineTemplate());
}

type ParseReportContext = {
  text: string;
  file: string;
  item: ObjectItem;
  id: string;
  findings: readonly CaseFinding[];
  positionOf: ReturnType<typeof createPositions>;
  result: Pick<Required<ParsedCases>, 'problems' | 'warnings' | 'missing'>;
};

function reportProblems({ text, file, item, id, findings, positionOf, result }: ParseReportContext): void {
  const locator = createLocator(text.slice(item.start, item.end));
  for (const { severity, path, at, message, suggestion, reference, runs } of findings) {
    const position = positionOf(item.start + locator.rangeOf(path, at).offset);
    const problem: InputProblem = { file, ...position, message, suggestion };
    if (severity === 'warning') result.warnings.push({ ...problem, caseId: id });
    else if (reference === undefined && runs !== true) result.problems.push(problem);
    else result.missing.push({ ...problem, caseId: id, ...(reference === undefined ? {} : { reference }) });
  }
}
