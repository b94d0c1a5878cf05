import path from 'node:path';
import type { SuiteCases } from '../engine/plan-run.ts';
import { tableSuiteKey } from '../fold/index.ts';
import { type ExperimentSuite, isTable, readExperiments } from '../inputs/experiments/read-experiments.ts';
import { type FileSurroundings, readCaseFile } from '../inputs/load-case-file.ts';
import { messageCase } from '../inputs/message-input.ts';
import { formatProblem, inputErrorOf, type Problem } from '../inputs/problem.ts';
import { loadScriptTests } from '../inputs/script-tests.ts';
import { locateTestModule } from '../scripts/locate-test-module.ts';
import { chooseScorer, ofTypes } from './choose/choose-scorer.ts';
import { type Generation, generateCases } from './load/generate-cases.ts';
import type { FilesInput } from './load/resolve-input.ts';
import type { LocatedRun } from './locate.ts';
import { displayName } from './report/display-name.ts';
import type { TestOptions } from './test-options.ts';

/**
 * What an input says of who answers a suite: `agentId` of a file that names its agent. Script tests ask no agent; when
 * they belong to none, they go by the name of their script, and what is scored as it stands by that of its scorer.
 */
export type SuiteOrigin = { key: string; agentId?: string | undefined; script?: string; scorer?: string };

/** `disabled` counts the rows of tables that are left out. */
export type LoadedSuites = { suites: SuiteCases<SuiteOrigin>[]; warnings: string[]; disabled?: number };

/** Reads the whole input. Throws with all problems of all files. */
export async function loadSuites(generation: Generation, signal: AbortSignal): Promise<LoadedSuites> {
  const { located, agents, terminal } = generation;
  const { source, root, systems } = located;
  switch (source.kind) {
    case 'files':
      return loadFiles(source, {
        root,
        formats: systems.cases,
        cwd: terminal.cwd,
        options: located.options,
        models: agents.connectors().map(({ id }) => id),
        agentGiven: located.options.name !== undefined,
      });
    case 'scripts':
      return { suites: [await loadScript(source.script, located)], warnings: [] };
    case 'generator':
      return generateCases(source, generation, signal);
    case 'message':
      return {
        suites: [{ suite: { key: 'message' }, cases: [messageCase(source.text)], baseDir: source.folder }],
        warnings: [],
      };
    default:
      return source satisfies never;
  }
}

async function loadScript(script: string, { root, systems }: LocatedRun): Promise<SuiteCases<SuiteOrigin>> {
  const file = path.isAbsolute(script) ? script : locateTestModule(root, script, systems.folders);
  const key = path.relative(root, file).split(path.sep).join('/');
  return {
    suite: { key, script: script === file ? key : script },
    cases: await loadScriptTests({ file, module: key }),
    baseDir: path.dirname(file),
  };
}

type Place = { root: string; cwd: string; options: TestOptions };

async function loadFiles(
  { files, types }: FilesInput,
  { root, cwd, options, ...surroundings }: Place & FileSurroundings,
): Promise<LoadedSuites> {
  const suites: SuiteCases<SuiteOrigin>[] = [];
  const tables: ExperimentSuite[] = [];
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const file of files) {
    const name = displayName(file, cwd);
    const key = path.relative(root, file).split(path.sep).join('/');
    const baseDir = path.dirname(file);
    const parsed = isTable(file)
      ? await readExperiments({ path: file, name, direct: options.name === undefined })
      : await readCaseFile(file, name, surroundings);
    if ('suites' in parsed) {
      const wanted = parsed.problems.length > 0 ? parsed.suites : ofTypes(parsed.suites, types?.get(file), name);
      tables.push(...wanted);
      suites.push(
        ...wanted.map(({ scorer, cases }) => ({ suite: { key: tableSuiteKey(key, scorer), scorer }, cases, baseDir })),
      );
    } else {
      const { cases, agentId } = parsed;
      suites.push({ suite: { key, agentId }, cases, baseDir });
    }
    problems.push(...parsed.problems);
    warnings.push(...parsed.warnings.map(formatProblem));
  }
  if (problems.length > 0) throw inputErrorOf(problems);
  return { ...chooseScorer(suites, tables, options), warnings };
}
