import { type AuthoredCase, authoredCaseSchema, canonicalJson, type Json, type TestCase } from '../contract/index.ts';
import { arrayItems } from './array-items.ts';
import { buildCase } from './build-case.ts';
import { checkCase } from './check-case.ts';
import { explainIssues } from './explain-issues.ts';
import { errorAt, type Finding } from './finding.ts';
import { normalizeKeys } from './normalize-keys.ts';
import type { Problem } from './problem.ts';
import { firstNonBlank, type SourceItem, sourceItems } from './source-items.ts';
import { createPositions, offsetOf } from './source-position.ts';

export type CaseSource = {
  text: string;
  /** How the file is called in messages; the extension `.json` allows a list. */
  file: string;
  /** Hashes the canonical JSON of a case. */
  hashOf: (canonical: string) => string;
};

/** `cases` is only complete when there are no `problems`. */
export type ParsedCases = { cases: TestCase[]; problems: Problem[]; warnings: Problem[] };

type ObjectItem = Extract<SourceItem, { kind: 'object' }>;
type Read = { authored?: AuthoredCase; source: Json; findings: Finding[] };

/** Reads all cases of a case file and everything that is wrong with them; reads no other files. */
export function parseCases({ text: original, file, hashOf }: CaseSource): ParsedCases {
  const text = original.startsWith('\ufeff') ? original.slice(1) : original;
  const result: ParsedCases = { cases: [], problems: [], warnings: [] };
  const positionOf = createPositions(text);
  const lineOfId = new Map<string, number>();
  for (const item of itemsOf(text, file)) {
    if (item.kind === 'problem') {
      result.problems.push({ file, ...positionOf(item.offset), message: item.message });
      continue;
    }
    const { authored, source, findings } = readCase(item);
    if (authored !== undefined) {
      const earlier = lineOfId.get(authored.id);
      if (earlier === undefined) lineOfId.set(authored.id, item.line);
      else findings.push(errorAt(['id'], `id ${JSON.stringify(authored.id)} is already used in line ${earlier}`));
      result.cases.push(buildCase({ authored, hash: hashOf(canonicalJson(source)), line: item.line }));
    }
    if (findings.length > 0) report({ text, file, item, findings, positionOf, result });
  }
  if (result.cases.length === 0 && result.problems.length === 0) {
    result.problems.push({ file, line: 1, column: 1, message: 'the file holds no cases' });
  }
  return result;
}

function itemsOf(text: string, file: string): Iterable<SourceItem> {
  const isList = file.endsWith('.json') && text[firstNonBlank(text, 0, text.length)] === '[';
  return isList ? arrayItems(text) : sourceItems(text);
}

/** Keys are only looked at one by one when the schema does not accept the case as it is. */
function readCase({ value: source }: ObjectItem): Read {
  const asWritten = authoredCaseSchema.safeParse(source);
  if (asWritten.success) return { authored: asWritten.data, source, findings: checkCase(asWritten.data) };
  const normalized = normalizeKeys(authoredCaseSchema, source);
  const parsed = authoredCaseSchema.safeParse(normalized.value);
  if (!parsed.success) {
    const explained = explainIssues(parsed.error.issues, normalized.value);
    return { source, findings: [...normalized.findings, ...explained] };
  }
  const findings = [...normalized.findings, ...checkCase(parsed.data)];
  return { authored: parsed.data, source: normalized.value, findings };
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
  const source = text.slice(item.start, item.end);
  for (const { severity, path, at, message, suggestion } of findings) {
    const position = positionOf(item.start + offsetOf(source, path, at));
    const problem: Problem = { file, ...position, message, ...(suggestion === undefined ? {} : { suggestion }) };
    (severity === 'error' ? result.problems : result.warnings).push(problem);
  }
}
