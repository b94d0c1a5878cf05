import path from 'node:path';
import type { SpareProcess } from '../scripts/worker/spare-process.ts';
import { caseFilesBelow } from '../workspace/case-files.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { LintFinding } from './lint/lint-finding.ts';
import { openWorkspaceLint, type WorkspaceLint } from './lint/open-workspace-lint.ts';
import { describeMisnamedFile, resolveFiles } from './load/resolve-input.ts';
import type { Terminal } from './terminal.ts';

/** `app`: the workspace of all files. `spare`: a process that has started for the modules of agents. */
type LintOptions = { app?: string | undefined; spare?: SpareProcess | undefined };

/**
 * Finds problems in case files, and in the agents and scorers of their workspaces, without running them. The files may
 * belong to several workspaces; each workspace is read once.
 */
export async function lintFiles(
  paths: readonly string[],
  { app, spare }: LintOptions,
  terminal: Terminal,
): Promise<{ findings: LintFinding[]; files: number; cases: number; inferred: number }> {
  const { cwd } = terminal;
  const root = app === undefined ? undefined : path.resolve(cwd, app);
  const targets = paths.length === 0 ? [root ?? findWorkspace(cwd) ?? cwd] : paths;
  const bare = await lintWorkspaceWithoutCases(targets, spare, terminal);
  if (bare !== undefined) return bare;
  const { files, misnamed = [] } = resolveFiles(targets, cwd);
  const areNamed = targets.every((named) => files.includes(path.resolve(cwd, named)));
  const findRoot = (file: string) => root ?? findWorkspace(path.dirname(file)) ?? cwd;
  const findings = misnamed.map((file): LintFinding => {
    const name = path.relative(cwd, file);
    return { severity: 'warning', file: name, line: 1, column: 1, message: describeMisnamedFile(file) };
  });
  const workspaces = new Map<string, WorkspaceLint>();
  let cases = 0;
  let inferred = 0;
  try {
    for (const workspace of new Set(files.map(findRoot))) {
      const own = files.filter((file) => findRoot(file) === workspace);
      const opened = await openWorkspaceLint({ root: workspace, files: own, areNamed, spare }, terminal);
      workspaces.set(workspace, opened);
      findings.push(...opened.findings);
    }
    for (const file of files) {
      const linted = await workspaces.get(findRoot(file))?.lintFile(file);
      findings.push(...(linted?.findings ?? []));
      cases += linted?.cases ?? 0;
      inferred += linted?.inferred ?? 0;
    }
    const isComplete = findings.every(({ severity }) => severity !== 'error');
    for (const [workspace, opened] of isComplete ? workspaces : []) {
      // Hooks are reported as unused only if the whole workspace is checked, because other cases may name them.
      if (targets.some((target) => path.resolve(cwd, target) === workspace)) findings.push(...opened.unusedHooks());
    }
  } finally {
    await Promise.all([...workspaces.values()].map((workspace) => workspace.close()));
  }
  return { findings, files: files.length, cases, inferred };
}

/** Checks a workspace that has agents, but no cases. */
async function lintWorkspaceWithoutCases(
  paths: readonly string[],
  spare: SpareProcess | undefined,
  terminal: Terminal,
) {
  const [only = ''] = paths;
  const root = path.resolve(terminal.cwd, only);
  if (paths.length !== 1 || findWorkspace(root) !== root || caseFilesBelow(root).length > 0) return undefined;
  const { findings, agents, close } = await openWorkspaceLint({ root, files: [], areNamed: false, spare }, terminal);
  await close();
  return agents === 0 ? undefined : { findings: [...findings], files: 0, cases: 0, inferred: 0 };
}
