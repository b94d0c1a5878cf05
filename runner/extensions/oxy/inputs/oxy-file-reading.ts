import type * as z from 'zod';
import type { ConsistencyCase } from '../../../contract/index.ts';
import { explainIssues } from '../../../inputs/explain-issues.ts';
import { type CaseFinding, errorAt } from '../../../inputs/finding.ts';
import { normalizeKeys } from '../../../inputs/normalize-keys.ts';
import type { InputProblem } from '../../../inputs/problem.ts';
import { findNearestWord, isJsonObject, type Json, type JsonPath } from '../../../values/index.ts';
import type { OxyProject } from './oxy-project.ts';
import type { YamlDocument } from './yaml-document.ts';

/** The state while a file with tests is parsed, with the problems found so far. */
export type OxyFileParseState = {
  document: YamlDocument;
  /** The absolute path of the test file. */
  path: string;
  project: OxyProject;
  /**
   * The names that can be used as a judge: models of the project and connectors of the workspace. Undefined if they are
   * unknown.
   */
  models: readonly string[] | undefined;
  cases: ConsistencyCase[];
  problems: InputProblem[];
  warnings: InputProblem[];
};

type FileSource = Pick<OxyFileParseState, 'document' | 'problems' | 'warnings'>;
type SchemaCheck<Schema extends z.ZodType> = {
  schema: Schema;
  path: JsonPath;
  what: string;
  unknownKeys: 'refused' | 'ignored';
};

/** Validates a part of a document with its schema. An unknown key is an error, or a warning if oxy ignores it. */
export function validateWithSchema<Schema extends z.ZodType>(
  value: Json,
  { schema, path, what, unknownKeys }: SchemaCheck<Schema>,
  file: FileSource,
): z.infer<Schema> | undefined {
  if (!isJsonObject(value)) {
    addFindings([errorAt([], `${what} must be keys and values, such as "prompt: …"`)], path, file);
    return undefined;
  }
  const normalized = normalizeKeys(schema, value);
  const keys = normalized.findings.map((finding): CaseFinding => {
    return unknownKeys === 'ignored' && finding.message.startsWith('unknown key') ? toIgnoredWarning(finding) : finding;
  });
  addFindings(keys, path, file);
  const parsed = schema.safeParse(normalized.value);
  if (parsed.success) return parsed.data;
  addFindings(explainIssues(parsed.error.issues, normalized.value), path, file);
  return undefined;
}

function toIgnoredWarning(finding: CaseFinding): CaseFinding {
  return { ...finding, severity: 'warning', message: `${finding.message} is ignored` };
}

/** Records findings whose paths are relative to the path `base`. */
export function addFindings(
  findings: readonly CaseFinding[],
  base: JsonPath,
  { document, problems, warnings }: FileSource,
): void {
  for (const { severity, path, at, message, suggestion } of findings) {
    const position = document.positionOf([...base, ...path], at);
    const problem = { file: document.file, ...position, message, suggestion };
    (severity === 'error' ? problems : warnings).push(problem);
  }
}

/** Returns the id of the agent that judges with a model: the named model, otherwise the first one of the project. */
export function findJudgeAgentId(name: string | undefined, path: JsonPath, file: OxyFileParseState): string {
  const { project, models } = file;
  const [first] = project.models;
  if (name === undefined) return `model:${first ?? ''}`;
  if (models?.includes(name) === false) {
    const knownModels = models.length === 0 ? '' : `; known: ${models.join(', ')}`;
    const message = `config.yml has no model ${JSON.stringify(name)}${knownModels}`;
    addFindings([errorAt([], message, findNearestWord(name, models))], path, file);
  }
  return `model:${name}`;
}

/**
 * Adds a case unless its id is already used in the file. `path` is the path of the case's name; if it has none, of the
 * case.
 */
export function addCase(testCase: ConsistencyCase, path: JsonPath, file: OxyFileParseState): void {
  const earlierCase = file.cases.find(({ id }) => id === testCase.id);
  if (earlierCase !== undefined) {
    const message = `the name ${JSON.stringify(testCase.id)} is already used in line ${earlierCase.line}`;
    addFindings([errorAt([], message)], path, file);
  }
  file.cases.push(testCase);
}
