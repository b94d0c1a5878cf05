import type * as z from 'zod';
import { createAssertionCheck } from '../assertions/check-assertion.ts';
import { type Assertion, type AuthoredCase, assertionSchema, authoredCaseSchema } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, listInexactNumbers } from '../values/index.ts';
import { checkCase, differsOnlyInUncheckedText } from './checks/check-case.ts';
import { explainIssues } from './explain-issues.ts';
import { type CaseFinding, errorAt } from './finding.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { createRepeatedKeyFinder, type RepeatedKey } from './repeated-keys.ts';
import { createSchemalessParser } from './schemaless-case-parser.ts';
import { blankOutComments } from './source-items.ts';

export type CaseInspection = (authored: AuthoredCase) => CaseFinding[];

/** One case of a file with its problems. `authored` is set only for valid cases. */
export type ParsedCase = {
  authored?: AuthoredCase;
  /** The case as in the file, but with the key names of the schema. */
  source: Json;
  /** The id of the case; empty when it has none. */
  id: string;
  findings: CaseFinding[];
};

export type CaseParser = {
  read(value: Json): ParsedCase;
  /** Finds duplicate keys in one object of the value's source text. */
  repeatedKeys(source: string, value: Json): RepeatedKey[];
};

/** Reads single cases. It is used for all cases of a file, so that each pattern is compiled only once. */
export function createCaseParser(inspect?: CaseInspection): CaseParser {
  const check = createCaseInspection(inspect);
  const readPlain = createSchemalessParser();
  return {
    read(value) {
      const plainCase = readPlain(value);
      if (plainCase !== undefined)
        return { authored: plainCase, source: value, id: plainCase.id, findings: check(plainCase) };
      const result = parseCase(value, check);
      return { ...result, id: findCaseId(result.source) };
    },
    repeatedKeys: createRepeatedKeyFinder(),
  };
}

export function describeRepeatedKey(key: string): string {
  return `${JSON.stringify(key)} appears twice in one object, and only the last would be used; keep one`;
}

/** Finds whole numbers in the source of a case that JavaScript cannot represent exactly. */
export function findInexactNumbers(source: string): ReturnType<typeof listInexactNumbers> {
  return listInexactNumbers(blankOutComments(source));
}

export function describeInexactNumber(number: string): string {
  return `${number} cannot be represented exactly as a number; write it as a text, because such a number in an answer is compared as a text, too: "${number}"`;
}

export type IdWithLine = { id: string; line: number };

/** Reports an id that another case of the file already has, or that looks the same as another case's id. */
export function createDuplicateIdFinding(id: string, firstUse: IdWithLine): CaseFinding {
  if (id === firstUse.id) return errorAt(['id'], `id ${JSON.stringify(id)} is already used in line ${firstUse.line}`);
  const other = `${escapeId(firstUse.id)} in line ${firstUse.line}`;
  return errorAt(['id'], `id ${escapeId(id)} looks like ${other}: they differ in invisible characters; rename one`);
}

function escapeId(id: string): string {
  return JSON.stringify(id).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const printableAsciiPattern = /^[\x20-\x7e]*$/;

/** Returns the same text for ids that look the same: composes characters, and removes invisible characters. */
export function normalizeId(id: string): string {
  return printableAsciiPattern.test(id) ? id : id.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}

export const NO_CASES_MESSAGE = 'the file holds no cases';

function createCaseInspection(inspect: CaseInspection | undefined): CaseInspection {
  const check = createAssertionCheck();
  let sound: AuthoredCase | undefined;
  return (authored) => {
    const isSound = sound !== undefined && differsOnlyInUncheckedText(authored, sound);
    const findings = isSound ? [] : checkCase(authored, check);
    if (findings.length === 0) sound = authored;
    const inspectionFindings = inspect?.(authored) ?? [];
    return inspectionFindings.length === 0 ? findings : [...findings, ...inspectionFindings];
  };
}

/** Normalizes keys only if the schema rejects the case as written, which is rare. */
function parseCase(source: Json, check: CaseInspection): Omit<ParsedCase, 'id'> {
  const asWritten = authoredCaseSchema.safeParse(source);
  if (asWritten.success) return { ...checkRawAuthoredCase(asWritten.data, check), source };
  const normalized = normalizeKeys(authoredCaseSchema, source);
  const parsed = authoredCaseSchema.safeParse(normalized.value);
  const issues = parsed.success ? [] : explainIssues(parsed.error.issues, normalized.value);
  const checkable = parsed.data ?? withoutInvalidParts(normalized.value);
  const checked = checkable === undefined ? undefined : checkRawAuthoredCase(checkable, check);
  // The missing parts of an invalid case were replaced by placeholders. Findings about the case as a whole could refer
  // to these, so they are dropped.
  const checkFindings = (checked?.findings ?? []).filter(({ path }) => parsed.success || path.length > 0);
  const findings = [...normalized.findings, ...issues, ...checkFindings];
  return { source: normalized.value, findings, ...(parsed.success ? { authored: checked?.authored } : {}) };
}

type RawAuthoredCase = z.infer<typeof authoredCaseSchema>;

/** If `simulator` is a list of messages, it means the same as `turns`: the messages that the user sends. */
function checkRawAuthoredCase(
  source: RawAuthoredCase,
  check: CaseInspection,
): { authored: AuthoredCase; findings: CaseFinding[] } {
  const { simulator, ...others } = source;
  if (!Array.isArray(simulator)) {
    const authored: AuthoredCase = { ...others, simulator };
    return { authored, findings: check(authored) };
  }
  if (others.turns !== undefined) {
    const message = '"turns" and a list as "simulator" both define the user\'s messages; keep one';
    return { authored: others, findings: [errorAt(['simulator'], message), ...check(others)] };
  }
  const authored = { ...others, turns: simulator };
  const findings = check(authored).map((finding) => {
    const [first, ...remainingPath] = finding.path;
    return first === 'turns' ? { ...finding, path: ['simulator', ...remainingPath] } : finding;
  });
  return { authored, findings };
}

function findCaseId(source: Json): string {
  const id = isJsonObject(source) ? source.id : undefined;
  return typeof id === 'string' ? id : '';
}

const placeholderAssertion: Assertion = { type: 'contains', value: 'unknown' };

/**
 * Keeps the valid parts of an invalid case, so that problems in them are reported at the same time. Missing parts are
 * filled in, so the returned case must only be checked, never run.
 */
function withoutInvalidParts(value: Json): RawAuthoredCase | undefined {
  if (!isJsonObject(value)) return undefined;
  const sound: JsonObject = { id: 'unknown', input: 'unknown' };
  for (const [key, schema] of Object.entries(authoredCaseSchema.shape)) {
    const member = value[key];
    if (member !== undefined && schema.safeParse(member).success) sound[key] = member;
  }
  const parsed = authoredCaseSchema.safeParse(sound);
  if (!parsed.success) return undefined;
  return parsed.data.assert === undefined ? replaceInvalidAssertions(parsed.data, value.assert) : parsed.data;
}

/** Replaces invalid assertions by a placeholder, so that the indices of the other assertions stay the same. */
function replaceInvalidAssertions(authored: RawAuthoredCase, assert: Json | undefined): RawAuthoredCase {
  if (!Array.isArray(assert)) return authored;
  return { ...authored, assert: assert.map((item) => assertionSchema.safeParse(item).data ?? placeholderAssertion) };
}
