import type { CaseFormat, CaseSource } from './case-format.ts';
import { createCaseHash } from './case-hash.ts';
import { isTableFile, readExperiments } from './experiments/read-experiments.ts';
import { type CaseSource as CaseText, type ParsedCases, parseCases } from './parse-cases.ts';
import { type InputProblem, toInputError } from './problem.ts';
import type { CaseInspection } from './read-case.ts';
import { documentFileLimit, lineFileLimit, listFileLimit, readText } from './read-text.ts';

export type LoadedCases = Omit<ParsedCases, 'problems'>;

/** The parts of a workspace that are needed to validate a case file. */
export type LoadFileOptions = Pick<CaseSource, 'models' | 'agentGiven'> & {
  /** The formats of other agent systems. */
  formats?: readonly CaseFormat[];
  /** Makes further checks that need more than the case file itself. */
  inspect?: CaseInspection | undefined;
} & Pick<CaseText, 'readState' | 'readTemplate'>;

/**
 * Reads a case file: JSON lines, a list in a `.json` file, a table of experiments, or a file of another agent system.
 * `displayName` is the file's name in messages.
 * @throws InputError with every problem of the file.
 */
export async function loadCaseFile(
  path: string,
  displayName: string,
  surroundings: LoadFileOptions = {},
): Promise<LoadedCases> {
  const { problems, ...loadedFile } = await readCaseFile(path, displayName, surroundings);
  if (problems.length > 0) throw toInputError(problems);
  return loadedFile;
}

/** Reads a case file with all its problems. A file that cannot be read is reported as a problem, too. */
export async function readCaseFile(
  path: string,
  displayName: string,
  { formats = [], inspect, readState, readTemplate, ...surroundings }: LoadFileOptions = {},
): Promise<ParsedCases> {
  if (isTableFile(path)) return readTableAsCases(path, displayName);
  const format = formats.find((other) => other.isNamed(path));
  const ofCases = path.endsWith('.json') ? listFileLimit : lineFileLimit;
  const content = await readText(path, format === undefined ? ofCases : documentFileLimit);
  if (!content.ok) {
    const problem: InputProblem = { file: displayName, line: content.line, column: 1, message: content.message };
    return { cases: [], problems: [problem], warnings: [] };
  }
  if (format !== undefined) return format.read({ text: content.text, file: displayName, path, ...surroundings });
  const source = { text: content.text, file: displayName, hashOf: createCaseHash(), readState, readTemplate };
  return parseCases(inspect === undefined ? source : { ...source, inspect });
}

async function readTableAsCases(path: string, name: string): Promise<ParsedCases> {
  const { suites, ...readResult } = await readExperiments({ path, name, direct: true, mayBeAnswered: true });
  return { cases: suites.flatMap(({ cases }) => cases), ...readResult };
}
