import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { toAgentFindingsOfError } from '../agents/agent-finding.ts';
import { containsCasesOfOtherSystem } from '../extensions/workspace-files.ts';
import { InputError } from '../inputs/problem.ts';
import { loadScriptTests } from '../inputs/script-tests.ts';
import { toRelativePath } from '../scripts/relative-path.ts';
import type { PrestartedProcess } from '../scripts/worker/prestarted-process.ts';
import { listCaseFilesBelow, listIgnoredFilesBelow } from '../workspace/case-files.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { lintCiFiles } from './lint/ci-files.ts';
import type { LintFinding } from './lint/lint-finding.ts';
import { createMisspeltTagFinder } from './lint/misspelt-tags.ts';
import { openWorkspaceLint, type WorkspaceLint } from './lint/open-workspace-lint.ts';
import { describeUnreadTests } from './lint/unread-tests.ts';
import { describeMisnamedFile, resolveFileInputs, testFilePattern } from './load/resolve-input.ts';
import { formatDisplayPath } from './report/display-name.ts';
import type { Terminal } from './terminal.ts';

/** `app` is the workspace of all files. `spare` is a process that was started in advance for the modules of agents. */
type LintOptions = { app?: string | undefined; spare?: PrestartedProcess | undefined };

/**
 * Finds problems in case files, and in the agents and scorers of their workspaces, without running cases. The files may
 * belong to several workspaces; each workspace is read once.
 */
export async function lintFiles(
  paths: readonly string[],
  { app, spare }: LintOptions,
  terminal: Terminal,
): Promise<{ findings: LintFinding[]; files: number; cases: number; inferred: number; unread?: string | undefined }> {
  const { cwd } = terminal;
  const root = app === undefined ? undefined : path.resolve(cwd, app);
  const targets = paths.length === 0 ? [root ?? findWorkspace(cwd) ?? cwd] : paths;
  const inspected = targets.map((target) => inspectTarget(target, cwd));
  const bare = await lintWorkspaceWithoutCases(inspected, spare, terminal);
  if (bare !== undefined) return bare;
  const { files, misnamed, scriptTests } = resolveTargets(inspected, cwd);
  const areNamed = targets.every((named) => [...files, ...scriptTests].includes(path.resolve(cwd, named)));
  const chooseWorkspaceRoot = (file: string) => root ?? findWorkspace(path.dirname(file)) ?? cwd;
  const findings = misnamed.map((file): LintFinding => {
    const name = path.relative(cwd, file);
    return { severity: 'warning', file: name, line: 1, column: 1, message: describeMisnamedFile(file) };
  });
  const workspaces = new Map<string, WorkspaceLint>();
  const tags = createMisspeltTagFinder();
  let cases = 0;
  let inferred = 0;
  try {
    for (const workspace of new Set([...files, ...scriptTests].map(chooseWorkspaceRoot))) {
      const ownFiles = files.filter((file) => chooseWorkspaceRoot(file) === workspace);
      const openedLint = await openWorkspaceLint({ root: workspace, files: ownFiles, areNamed, spare }, terminal);
      workspaces.set(workspace, openedLint);
      findings.push(...openedLint.findings);
    }
    for (const file of files) {
      const linted = await workspaces.get(chooseWorkspaceRoot(file))?.lintFile(file);
      findings.push(...(linted?.findings ?? []));
      cases += linted?.cases.length ?? 0;
      tags.addCases(formatDisplayPath(file, cwd), linted?.cases ?? []);
      inferred += linted?.inferred ?? 0;
    }
    for (const file of scriptTests) {
      const linted = await lintScriptTests(file, { root: chooseWorkspaceRoot(file), cwd });
      findings.push(...linted.findings);
      cases += linted.cases;
    }
    findings.push(...tags.findMisspeltTags());
    const isComplete = findings.every(({ severity }) => severity !== 'error');
    for (const [workspace, openedLint] of isComplete ? workspaces : []) {
      // Hooks are reported as unused only if the whole workspace is checked, because other cases may use them. Tags are
      // counted in all cases.
      if (targets.some((target) => path.resolve(cwd, target) === workspace))
        findings.push(...openedLint.crossFileFindings(), ...lintCiFiles({ root: workspace, cwd }));
    }
  } finally {
    await Promise.all([...workspaces.values()].map((workspace) => workspace.close()));
  }
  return { findings: reportCodeOnce(findings), files: files.length + scriptTests.length, cases, inferred };
}

/**
 * Reports each warning about user code only once; without this, it would be repeated for every case that uses the file.
 */
function reportCodeOnce(findings: readonly LintFinding[]): LintFinding[] {
  const reported = new Set<string>();
  return findings.filter(({ severity, message }) => {
    if (severity === 'error' || !/^\S+:\d+: /.test(message)) return true;
    const isNew = !reported.has(message);
    reported.add(message);
    return isNew;
  });
}

type LintTargets = { files: readonly string[]; misnamed: readonly string[]; scriptTests: readonly string[] };

/** Script tests may be given as input, and a folder may contain only script tests. */
function resolveTargets(targets: readonly InspectedTarget[], cwd: string): LintTargets {
  const scripts = targets.flatMap((target) => target.scriptTests);
  const others = targets.filter((target) => target.scriptTests.length === 0).map(({ named }) => named);
  const { files = [], misnamed = [], scriptTests = [] } = others.length === 0 ? {} : resolveFileInputs(others, cwd);
  return { files: replaceAgentFiles(files), misnamed, scriptTests: [...new Set([...scripts, ...scriptTests])] };
}

/** Replaces the file of an agent with the test files beside it: `desk.agent.yml` with `desk.agent.test.yml`. */
function replaceAgentFiles(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    if (containsCasesOfOtherSystem(file, () => readFileSync(file, 'utf8')) !== false) return file;
    const folder = path.dirname(file);
    const stem = path.basename(file).replace(/\.ya?ml$/i, '.');
    const own = listCaseFilesBelow(folder).filter((key) => key.startsWith(stem));
    return own.length === 0 ? file : own.map((key) => path.join(folder, key));
  });
}

/**
 * A path to check. `scriptTests` has the script test files of a folder without cases, or the path itself if it is such
 * a file; otherwise it is empty.
 */
type InspectedTarget = { named: string; place: string; hasCases: boolean; scriptTests: readonly string[] };

function inspectTarget(named: string, cwd: string): InspectedTarget {
  const namedPath = path.resolve(cwd, named);
  const isFolder = statSync(namedPath, { throwIfNoEntry: false })?.isDirectory();
  const hasCases = isFolder === true && listCaseFilesBelow(namedPath).length > 0;
  if (isFolder === undefined || hasCases) return { named, place: namedPath, hasCases, scriptTests: [] };
  const scriptTests = isFolder
    ? listIgnoredFilesBelow(namedPath).scriptTests.map((key) => path.join(namedPath, key))
    : [namedPath].filter((file) => testFilePattern.test(file));
  return { named, place: namedPath, hasCases, scriptTests };
}

/** Reads the test functions of a file, without running them. */
async function lintScriptTests(
  file: string,
  { root, cwd }: { root: string; cwd: string },
): Promise<{ findings: LintFinding[]; cases: number }> {
  const module = toRelativePath(root, file);
  try {
    const cases = await loadScriptTests({ file, module });
    return { findings: [], cases: cases.length };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const findings = toAgentFindingsOfError(error, { file, line: 1, column: 1 }, root).map(
      ({ kind: _, ...finding }) => {
        const message = finding.message.replace(`${module}: `, '').replace(`${module} has`, 'the file has');
        return { severity: 'error' as const, ...finding, message, file: formatDisplayPath(finding.file, cwd) };
      },
    );
    return { findings, cases: 0 };
  }
}

/** Checks a workspace that contains agents but no cases. */
async function lintWorkspaceWithoutCases(
  [target, ...others]: readonly InspectedTarget[],
  spareProcess: PrestartedProcess | undefined,
  terminal: Terminal,
) {
  if (target === undefined || others.length > 0 || target.hasCases || target.scriptTests.length > 0) return undefined;
  const { place: root } = target;
  if (findWorkspace(root) !== root) return undefined;
  const { findings, agents, close } = await openWorkspaceLint(
    { root, files: [], areNamed: false, spare: spareProcess },
    terminal,
  );
  await close();
  if (agents === 0) return undefined;
  return { findings: [...findings], files: 0, cases: 0, inferred: 0, unread: describeUnreadTests(root) };
}
