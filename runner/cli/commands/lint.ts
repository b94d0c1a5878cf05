import path from 'node:path';
import { plural } from '../../../lib/format/index.ts';
import { findWorkspace } from '../../../lib/workspace/find-workspace.ts';
import { loadConfig } from '../../../lib/workspace/load-config.ts';
import type { TestCase } from '../../contract/index.ts';
import { type FileSurroundings, readCaseFile } from '../../inputs/load-case-file.ts';
import { checkConfigAgents } from '../../run/lint/check-config-agents.ts';
import { checkFoundAgents } from '../../run/lint/check-found-agents.ts';
import { createScorerCheck, type ScorerCheck } from '../../run/lint/check-scorers.ts';
import { formatFindings, type LintFinding, type LintFormat } from '../../run/lint/lint-finding.ts';
import { createWorkspaceCheck, type WorkspaceCheck } from '../../run/lint/workspace-check.ts';
import { resolveFiles } from '../../run/load/resolve-input.ts';
import { displayName } from '../../run/report/display-name.ts';
import { systems } from '../../run/systems.ts';
import type { Terminal } from '../../run/terminal.ts';

export type LintFlags = { app?: string; format: LintFormat };

/** `runner lint`: what is wrong with case files and with agents of the config, without running them. Answers 1 when something keeps them from running. */
export async function runLintCommand(
  paths: readonly string[],
  { app, format }: LintFlags,
  terminal: Terminal,
): Promise<number> {
  const { cwd, stdout, stderr } = terminal;
  const root = app === undefined ? undefined : path.resolve(cwd, app);
  const files = resolveFiles(paths.length === 0 ? [root ?? findWorkspace(cwd) ?? cwd] : paths, cwd);
  const findings: LintFinding[] = [];
  const checks = new Map<string, WorkspaceChecks>();
  for (const workspace of new Set(files.map((file) => rootOf(file, root, cwd)))) {
    const { findings: ofConfig, ...found } = await lintWorkspace(workspace, terminal);
    findings.push(...ofConfig);
    checks.set(workspace, found);
  }
  let cases = 0;
  for (const file of files) {
    const { check, scorers } = checks.get(rootOf(file, root, cwd)) ?? {};
    const linted = await lintFile(file, {
      cwd,
      inspect: check?.inspect(file),
      models: check?.connectors,
      formats: systems.cases,
    });
    findings.push(...linted.findings, ...((await scorers?.rows(file, linted.cases)) ?? []));
    cases += linted.cases.length;
  }
  await Promise.all([...checks.values()].map(({ scorers }) => scorers.close()));
  stdout.write(formatFindings(findings, format));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const found = [
    ...(errors === 0 ? [] : [plural(errors, 'error')]),
    ...(findings.length === errors ? [] : [plural(findings.length - errors, 'warning')]),
  ];
  const verdict = found.length === 0 ? 'no problems' : found.join(', ');
  stderr.write(`runner: ${verdict} in ${plural(files.length, 'file')}, ${plural(cases, 'case')}\n`);
  return errors === 0 ? 0 : 1;
}

function rootOf(file: string, app: string | undefined, cwd: string): string {
  return app ?? findWorkspace(path.dirname(file)) ?? cwd;
}

type WorkspaceChecks = { check: WorkspaceCheck; scorers: ScorerCheck };

/** Files of several workspaces may be checked at once; each workspace is read once. */
async function lintWorkspace(root: string, terminal: Terminal): Promise<WorkspaceChecks & { findings: LintFinding[] }> {
  const { variables } = terminal;
  const loaded = await loadConfig({ root, variables });
  const { signal } = new AbortController();
  const scorers = createScorerCheck({ ...loaded, root }, terminal);
  const findings = [
    ...(await checkConfigAgents({ ...loaded, root }, terminal, signal)),
    ...(await checkFoundAgents({ ...loaded, root }, terminal, signal)),
    ...(await scorers.config()),
  ];
  return { findings, check: createWorkspaceCheck({ root, config: loaded.config, variables }), scorers };
}

type Linted = { findings: LintFinding[]; cases: readonly TestCase[] };

async function lintFile(file: string, { cwd, ...surroundings }: FileSurroundings & { cwd: string }): Promise<Linted> {
  const name = displayName(file, cwd);
  const { cases, problems, warnings } = await readCaseFile(file, name, surroundings);
  const findings = [
    ...problems.map((problem): LintFinding => ({ severity: 'error', ...problem })),
    ...warnings.map((problem): LintFinding => ({ severity: 'warning', ...problem })),
  ];
  return { cases, findings: findings.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}
