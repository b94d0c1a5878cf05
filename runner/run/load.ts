import path from 'node:path';
import type { SuiteCases } from '../engine/plan-run.ts';
import { toTableSuiteKey } from '../fold/index.ts';
import { createCaseHash } from '../inputs/case-hash.ts';
import { type ExperimentSuite, isTableFile, readExperiments } from '../inputs/experiments/read-experiments.ts';
import { type LoadFileOptions, readCaseFile } from '../inputs/load-case-file.ts';
import { buildMessageCase, MESSAGE_SUITE } from '../inputs/message-input.ts';
import { parseCases } from '../inputs/parse-cases.ts';
import { type CaseProblem, type InputProblem, toInputError } from '../inputs/problem.ts';
import { loadScriptTests } from '../inputs/script-tests.ts';
import { locateTestModule } from '../scripts/locate-test-module.ts';
import { toRelativePath } from '../scripts/relative-path.ts';
import { findNearestWord } from '../values/index.ts';
import { createCaseReaders } from '../workspace/index.ts';
import { type GeneratorContext, generateCases } from './load/generate-cases.ts';
import { createNameInspections } from './load/inspect-names.ts';
import type { LoadedSuites, SuiteOrigin } from './load/loaded-suites.ts';
import type { FilesInput, ResolvedInput } from './load/resolve-input.ts';
import type { LocatedRun } from './locate.ts';
import { formatDisplayPath } from './report/display-name.ts';
import type { TestOptions } from './test-options.ts';
import { NothingToRunError } from './usage-error.ts';

/** Reads the whole input. Throws with all problems of all files. */
export async function loadSuites(generation: GeneratorContext, signal: AbortSignal): Promise<LoadedSuites> {
  const { located, agents, terminal } = generation;
  const { source, root, systems } = located;
  switch (source.kind) {
    case 'files':
      return loadCaseFiles(source, {
        root,
        formats: systems.cases,
        cwd: terminal.cwd,
        options: located.options,
        models: agents.connectors().map(({ id }) => id),
        agentGiven: located.options.name !== undefined,
        inspectionOf: createCaseInspections(generation),
      });
    case 'cases':
      return loadCasesFromText(source, generation);
    case 'scripts':
      return { suites: [await loadScriptSuite(source.script, located)], warnings: [] };
    case 'generator':
      return generateCases(source, generation, signal);
    case 'message':
      return {
        suites: [{ suite: { key: MESSAGE_SUITE }, cases: [buildMessageCase(source.text)], baseDir: source.folder }],
        warnings: [],
      };
    default:
      return source satisfies never;
  }
}

function createCaseInspections({
  located,
  agents,
  terminal,
}: GeneratorContext): ReturnType<typeof createNameInspections> {
  const { name: tested, connector } = located.options;
  return createNameInspections({ ...located, agents, variables: terminal.variables, tested, connector });
}

/** Reads cases that the running program passes, as if they were a file in its current folder. */
function loadCasesFromText({ name, folder, text }: CasesInput, generation: GeneratorContext): LoadedSuites {
  const file = path.join(folder, name);
  const { cases, problems, warnings, missing } = parseCases({
    text,
    file: name,
    hashOf: createCaseHash(),
    inspect: createCaseInspections(generation)(file),
    ...createCaseReaders(file, generation.located.root),
  });
  if (problems.length > 0) throw toInputError(problems);
  return { suites: [{ suite: { key: name }, cases, baseDir: folder }], warnings, missing };
}

async function loadScriptSuite(script: string, { root, systems }: LocatedRun): Promise<SuiteCases<SuiteOrigin>> {
  const file = path.isAbsolute(script) ? script : locateTestModule(root, script, systems.folders);
  const key = toRelativePath(root, file);
  return {
    suite: { key, script: script === file ? key : script },
    cases: await loadScriptTests({ file, module: key }),
    baseDir: path.dirname(file),
  };
}

type CasesInput = Extract<ResolvedInput, { kind: 'cases' }>;

type LoadContext = {
  root: string;
  cwd: string;
  options: TestOptions;
  inspectionOf: ReturnType<typeof createNameInspections>;
};

async function loadCaseFiles(
  { files, types }: FilesInput,
  { root, cwd, options, inspectionOf, ...surroundings }: LoadContext & LoadFileOptions,
): Promise<LoadedSuites> {
  const suites: SuiteCases<SuiteOrigin>[] = [];
  const tables: ExperimentSuite[] = [];
  const problems: InputProblem[] = [];
  const warnings: LoadedSuites['warnings'] = [];
  const missingFileProblems: CaseProblem[] = [];
  for (const file of files) {
    const name = formatDisplayPath(file, cwd);
    const key = toRelativePath(root, file);
    const baseDir = path.dirname(file);
    const chosenScorers = options.scorer === undefined ? types?.get(file) : [options.scorer];
    const parsed = isTableFile(file)
      ? await readExperiments({ path: file, name, direct: options.name === undefined, types: chosenScorers })
      : await readCaseFile(file, name, {
          ...surroundings,
          inspect: inspectionOf(file),
          ...createCaseReaders(file, root),
        });
    if ('suites' in parsed) {
      const selectedSuites =
        parsed.problems.length > 0 ? parsed.suites : selectSuitesOfScorers(parsed.suites, types?.get(file), name);
      tables.push(...selectedSuites);
      suites.push(
        ...selectedSuites.map(({ scorer, cases }) => ({
          suite: { key: toTableSuiteKey(key, scorer), scorer },
          cases,
          baseDir,
        })),
      );
    } else {
      const { cases, agentId } = parsed;
      suites.push({ suite: { key, agentId }, cases, baseDir });
      missingFileProblems.push(...(parsed.missing ?? []));
    }
    problems.push(...parsed.problems);
    warnings.push(...parsed.warnings);
  }
  if (problems.length > 0) throw toInputError(problems);
  return { ...chooseScorer(suites, tables, options), warnings, missing: missingFileProblems };
}

/** Applies `--scorer` to the suites. Throws if no suite is left, or if every row of the tables is disabled. */
function chooseScorer(
  suites: LoadedSuites['suites'],
  tables: readonly ExperimentSuite[],
  { scorer: requestedScorer, input }: TestOptions,
): Pick<LoadedSuites, 'suites' | 'disabled'> {
  const scorers = [...new Set(tables.map(({ scorer }) => scorer))];
  if (requestedScorer !== undefined && !scorers.includes(requestedScorer))
    throw createUnknownScorerError(requestedScorer, scorers, input);
  const chosenSuites = suites.filter(({ suite }) => requestedScorer === undefined || suite.scorer === requestedScorer);
  const disabled = tables
    .filter(({ scorer }) => requestedScorer === undefined || scorer === requestedScorer)
    .reduce((sum, table) => sum + table.disabled, 0);
  if (disabled > 0 && chosenSuites.every(({ cases }) => cases.length === 0)) {
    const rows = disabled === 1 ? `the only row of ${input} is` : `all ${disabled} rows of ${input} are`;
    throw new NothingToRunError(`nothing to run: ${rows} disabled`, [
      'Write TRUE in the column "enabled" of those that should run.',
    ]);
  }
  return { suites: chosenSuites, disabled };
}

/**
 * Returns the rows of a table for the given scorer types, in the order of the table. Throws for a type that no row has.
 */
function selectSuitesOfScorers(
  table: readonly ExperimentSuite[],
  types: readonly string[] | undefined,
  name: string,
): readonly ExperimentSuite[] {
  if (types === undefined) return table;
  const scorers = table.map(({ scorer }) => scorer);
  for (const type of types) if (!scorers.includes(type)) throw createUnknownScorerError(type, scorers, name);
  return table.filter(({ scorer }) => types.includes(scorer));
}

function createUnknownScorerError(
  requestedScorer: string,
  scorers: readonly string[],
  input: string,
): NothingToRunError {
  if (scorers.length === 0) {
    return new NothingToRunError(
      `--scorer ${requestedScorer}: ${input} has no table of experiments (.csv) to choose from`,
    );
  }
  const nearestScorer = findNearestWord(requestedScorer, scorers);
  return new NothingToRunError(`nothing to run: no row of ${input} has the scorer_type "${requestedScorer}"`, [
    `it has ${scorers.join(', ')}`,
    ...(nearestScorer === undefined ? [] : [`did you mean "${nearestScorer}"?`]),
  ]);
}
