import { createAssertionCheck } from '../assertions/check-assertion.ts';
import { type AuthoredCase, authoredCaseSchema, isJsonObject, type Json, type TestCase } from '../contract/index.ts';
import { arrayItems } from './array-items.ts';
import { buildCase } from './build-case.ts';
import { checkCase } from './check-case.ts';
import { explainIssues } from './explain-issues.ts';
import { errorAt, type Finding } from './finding.ts';
import { normalizeKeys } from './normalize-keys.ts';
import type { Problem } from './problem.ts';
import { readPlainCase } from './read-plain-case.ts';
import { createRepeatedKeys } from './repeated-keys.ts';
import { salvageCase } from './salvage-case.ts';
import { firstNonBlank, type SourceItem, sourceItems } from './source-items.ts';
import { createLocator, createPositions } from './source-position.ts';

export type CaseSource = {
  text: string;
  /** How the file is called in messages; the extension `.json` allows a list. */
  file: string;
  /** Identifies the content of a case. */
  hashOf: (source: Json) => string;
  /** Looks for more that may be wrong with a case whose shape is right. */
  inspect?: CaseInspection;
};

export type CaseInspection = (authored: AuthoredCase) => Finding[];

/** `cases` is only complete when there are no `problems`. */
export type ParsedCases = {
  cases: TestCase[];
  problems: Problem[];
  warnings: Problem[];
  /** Whom the cases are for, when the file itself says so. */
  agentId?: string;
};

type ObjectItem = Extract<SourceItem, { kind: 'object' }>;
type Read = { authored?: AuthoredCase; source: Json; findings: Finding[] };

/** Reads all cases of a case file and everything that is wrong with them; reads no other files. */
export function parseCases({ text: original, file, hashOf, inspect }: CaseSource): ParsedCases {
  const text = original.startsWith('\ufeff') ? original.slice(1) : original;
  const result: ParsedCases = { cases: [], problems: [], warnings: [] };
  const positionOf = createPositions(text);
  const check = createCheck(inspect);
  const ids = createIds();
  const repeatedKeys = createRepeatedKeys();
  for (const item of itemsOf(text, file)) {
    if (item.kind === 'problem') {
      result.problems.push({ file, ...positionOf(item.offset), message: item.message });
      continue;
    }
    for (const { key, offset } of repeatedKeys(text.slice(item.start, item.end), item.value)) {
      const message = `${JSON.stringify(key)} stands twice in one object, and only the last would count; keep one`;
      result.problems.push({ file, ...positionOf(item.start + offset), message });
    }
    const { authored, source, findings } = readCase(item.value, check);
    const id = idOf(source);
    const earlier = id === '' ? undefined : ids.add(id, item.line);
    if (earlier !== undefined)
      findings.push(errorAt(['id'], `id ${JSON.stringify(id)} is already used in line ${earlier}`));
    if (authored !== undefined) {
      result.cases.push(buildCase({ authored, hash: hashOf(source), line: item.line }));
    }
    if (findings.length > 0) report({ text, file, item, findings, positionOf, result });
  }
  if (result.cases.length === 0 && result.problems.length === 0) {
    result.problems.push({ file, line: 1, column: 1, message: 'the file holds no cases' });
  }
  result.problems.sort(byPosition);
  result.warnings.sort(byPosition);
  return result;
}

/** Remembers the line of each id. One look-up an id: this is most of the work on a short line. */
function createIds(): { add(id: string, line: number): number | undefined } {
  const seen = new Set<string>();
  const lines: number[] = [];
  return {
    add(id, line) {
      seen.add(id);
      if (seen.size === lines.length) return lines[[...seen].indexOf(id)];
      lines.push(line);
      return undefined;
    },
  };
}

function byPosition(left: Problem, right: Problem): number {
  return left.line - right.line || left.column - right.column;
}

function itemsOf(text: string, file: string): Iterable<SourceItem> {
  const isList = file.endsWith('.json') && text[firstNonBlank(text, 0, text.length)] === '[';
  return isList ? arrayItems(text) : sourceItems(text);
}

function createCheck(inspect: CaseInspection | undefined): CaseInspection {
  const check = createAssertionCheck();
  if (inspect === undefined) return (authored) => checkCase(authored, check);
  return (authored) => [...checkCase(authored, check), ...inspect(authored)];
}

/** Keys are only looked at one by one when the schema does not accept the case as it is. */
function readCase(source: Json, check: CaseInspection): Read {
  const plain = readPlainCase(source);
  if (plain !== undefined) return { authored: plain, source, findings: check(plain) };
  const asWritten = authoredCaseSchema.safeParse(source);
  if (asWritten.success) return { authored: asWritten.data, source, findings: check(asWritten.data) };
  const normalized = normalizeKeys(authoredCaseSchema, source);
  const parsed = authoredCaseSchema.safeParse(normalized.value);
  const issues = parsed.success ? [] : explainIssues(parsed.error.issues, normalized.value);
  const checkable = parsed.data ?? salvageCase(normalized.value);
  const further = checkable === undefined ? [] : check(checkable);
  const findings = [...normalized.findings, ...issues, ...further];
  return { source: normalized.value, findings, ...(parsed.success ? { authored: parsed.data } : {}) };
}

function idOf(source: Json): string {
  const id = isJsonObject(source) ? source.id : undefined;
  return typeof id === 'string' ? id : '';
}

type Report = {
  text: string;
  file: string;
  item: ObjectItem;
  findings: readonly Finding[];
  positionOf: ReturnType<typeof createPositions>;
  result: ParsedCases;
};

function report({ text, file, item, findings, positionOf, result }: Report): void {
  const locate = createLocator(text.slice(item.start, item.end));
  for (const { severity, path, at, message, suggestion } of findings) {
    const position = positionOf(item.start + locate(path, at));
    const problem: Problem = { file, ...position, message, ...(suggestion === undefined ? {} : { suggestion }) };
    (severity === 'error' ? result.problems : result.warnings).push(problem);
  }
}
