import type { CaseSource } from '../../../inputs/case-format.ts';
import type { ParsedCases } from '../../../inputs/parse-cases.ts';
import type { InputProblem } from '../../../inputs/problem.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { fileKindByPattern } from '../files.ts';
import type { OxyFileParseState } from './oxy-file-reading.ts';
import { findOxyProject } from './oxy-project.ts';
import { parseTestFile } from './read-test-file.ts';
import { parseTests, type TestedTarget } from './read-tests.ts';
import { resolveTestTarget, type TestTarget } from './test-target.ts';
import { parseYamlDocument } from './yaml-document.ts';

/** Returns true if a file with this name may contain tests of an oxy project. */
export function isOxyFile(file: string): boolean {
  return Object.values(fileKindByPattern).some((kind) => kind.test(file));
}

/** Loads the tests in an agent, workflow or test file: the cases, all problems, and the agent that they test. */
export async function parseOxyFile(source: CaseSource): Promise<ParsedCases> {
  const { text, file, path } = source;
  const yaml = parseYamlDocument(text, file);
  if (!yaml.ok) return { cases: [], problems: yaml.problems, warnings: [] };
  const top = { file, line: 1, column: 1 };
  const project = findOxyProject(path);
  if (project === undefined) return { cases: [], problems: [{ ...top, message: noProjectMessage }], warnings: [] };
  const models = source.models === undefined ? undefined : [...new Set([...project.models, ...source.models])];
  const oxyFile: OxyFileParseState = { document: yaml, path, project, models, cases: [], problems: [], warnings: [] };
  const target = fileKindByPattern.test.test(file)
    ? parseTestFileAndTarget(oxyFile, source)
    : await parseTestsInAgentFile(oxyFile);
  if (project.models.length === 0) oxyFile.problems.push({ ...top, message: 'config.yml names no model' });
  const { cases, problems, warnings } = oxyFile;
  if (cases.length === 0 && problems.length === 0) problems.push({ ...top, message: noTestsMessage });
  return {
    cases,
    problems: problems.toSorted(compareByPosition),
    warnings: warnings.toSorted(compareByPosition),
    ...(target?.ok === true ? { agentId: target.agentId } : {}),
  };
}

const noProjectMessage =
  'Could not find config.yml in this folder or the ten above: the root of an oxy project has one, with "models" that name a "vendor"';
const noTestsMessage = 'the file has no tests: write a list of them under "tests"';

async function parseTestsInAgentFile(file: OxyFileParseState): Promise<TestTarget> {
  const { path, project } = file;
  const testedTarget: TestedTarget = fileKindByPattern.agent.test(path) ? 'agent' : 'workflow';
  await parseTests(testedTarget, file);
  return { ok: true, agentId: toRelativePath(project.root, path) };
}

function parseTestFileAndTarget(file: OxyFileParseState, { agentGiven }: CaseSource): TestTarget {
  const { document, path, project, problems } = file;
  const { target } = parseTestFile(file);
  const testedTarget = resolveTestTarget(target, path, project);
  if (!testedTarget.ok && agentGiven !== true) {
    problems.push({ file: document.file, ...document.positionOf(['target'], 'value'), message: testedTarget.message });
  }
  return testedTarget;
}

function compareByPosition(left: InputProblem, right: InputProblem): number {
  return left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column;
}
