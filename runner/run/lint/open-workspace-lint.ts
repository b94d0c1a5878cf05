import { readFileSync } from 'node:fs';
import path from 'node:path';
import { positionOfKey } from '../../../lib/workspace/config-place.ts';
import { type LoadedConfig, loadConfig } from '../../../lib/workspace/load-config.ts';
import type { FoundAgent } from '../../agents/agent-format.ts';
import { type AgentsHandle, createAgents } from '../../agents/create-agents.ts';
import { filesBesideCases } from '../../agents/files-beside-cases.ts';
import { createReferenceAnswer, referenceFindings } from '../../authoring/index.ts';
import type { TestCase } from '../../contract/index.ts';
import { isScored } from '../../fold/index.ts';
import { readCaseFile } from '../../inputs/load-case-file.ts';
import type { CaseInspection } from '../../inputs/read-case.ts';
import { MissingVariable } from '../../models/missing-variable.ts';
import { createScorerHost, type WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { createScriptHost } from '../../scripts/create-script-host.ts';
import { errorText } from '../../values/index.ts';
import { displayName } from '../report/display-name.ts';
import { systems } from '../systems.ts';
import type { Terminal } from '../terminal.ts';
import type { LintFinding } from './lint-finding.ts';

export type WorkspaceLint = {
  /** Problems of the config, and of agents that have files of their own. */
  findings: readonly LintFinding[];
  lintFile(file: string): Promise<{ findings: LintFinding[]; cases: number }>;
  close(): Promise<void>;
};

type Workspace = LoadedConfig & {
  root: string;
  cwd: string;
  agents: AgentsHandle;
  scorers: WorkspaceScorers;
};

/**
 * Looks for what keeps the cases of a workspace from running. Nobody is asked. Variables that are not set here may be
 * set where the tests run, so that they are warnings.
 */
export async function openWorkspaceLint(
  root: string,
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
): Promise<WorkspaceLint> {
  const loaded = await loadConfig({ root, variables });
  const { config, handlers } = loaded;
  const scripts = createScriptHost({ root, variables, handlers, systems });
  const agents = createAgents({ root, config, variables, systems, handlers: scripts.handlers });
  const scorers = createScorerHost({ root, config, variables, systems });
  const workspace = { ...loaded, root, cwd, agents, scorers };
  const { signal } = new AbortController();
  const findings = [
    ...(await lintConfigAgents(workspace, signal)),
    ...(await lintFoundAgents(workspace, signal)),
    ...(await lintConfigScorers(workspace)),
  ];
  const connectors = agents.connectors();
  const inspectionOf = createInspections(workspace, connectors);
  const surroundings = { formats: systems.cases, models: connectors.map(({ id }) => id) };
  return {
    findings,
    async lintFile(file) {
      const read = await readCaseFile(file, displayName(file, cwd), { ...surroundings, inspect: inspectionOf(file) });
      const problems = [
        ...read.problems.map((problem): LintFinding => ({ severity: 'error', ...problem })),
        ...read.warnings.map((problem): LintFinding => ({ severity: 'warning', ...problem })),
      ].toSorted((a, b) => a.line - b.line || a.column - b.column);
      return { findings: [...problems, ...(await lintRows(workspace, file, read.cases))], cases: read.cases.length };
    },
    async close() {
      await Promise.all([scorers.close(), agents.close(), scripts.close()]);
    },
  };
}

/** Problems of agents of the config: placeholders, programs, modules, connectors. */
async function lintConfigAgents(workspace: Workspace, signal: AbortSignal): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const id of Object.keys(workspace.config.agents)) {
    try {
      await workspace.agents.agent({ id }, signal);
    } catch (error) {
      findings.push(
        configFinding(workspace, ['agents', id], { severity: severityOf(error), message: errorText(error) }),
      );
    }
  }
  return findings;
}

async function lintConfigScorers(workspace: Workspace): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const type of Object.keys(workspace.config.scorers)) {
    const message = await problemOfScorer(workspace, type, workspace.root);
    if (message !== undefined)
      findings.push(configFinding(workspace, ['scorers', type], { severity: 'error', message }));
  }
  return findings;
}

function configFinding(
  { file, cwd }: Workspace,
  keys: string[],
  { severity, message }: Pick<LintFinding, 'severity' | 'message'>,
): LintFinding {
  const place = positionOfKey(readFileSync(file, 'utf8'), file, keys) ?? { line: 1, column: 1 };
  return { severity, file: displayName(file, cwd), ...place, message };
}

/** Types of a table's rows that nothing scores, each where it comes first. */
async function lintRows(workspace: Workspace, table: string, cases: readonly TestCase[]): Promise<LintFinding[]> {
  const lines = new Map<string, number>();
  for (const row of cases.filter(isScored)) {
    for (const type of row.scorers) if (!lines.has(type)) lines.set(type, row.line ?? 1);
  }
  const findings: LintFinding[] = [];
  for (const [type, line] of lines) {
    if (Object.hasOwn(workspace.config.scorers, type)) continue;
    const message = await problemOfScorer(workspace, type, path.dirname(table));
    if (message === undefined) continue;
    findings.push({ severity: 'error', file: displayName(table, workspace.cwd), line, column: 1, message });
  }
  return findings;
}

/** No code of the workspace is run. */
async function problemOfScorer(
  { scorers, agents }: Workspace,
  type: string,
  folder: string,
): Promise<string | undefined> {
  try {
    for (const id of await scorers.check({ type, folder })) agents.describe(id);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** What keeps agents that have files of their own from being asked, and what these files say of themselves. */
async function lintFoundAgents({ root, cwd, agents }: Workspace, signal: AbortSignal): Promise<LintFinding[]> {
  // A file that several others need is broken once.
  const findings = new Map<string, LintFinding>();
  for (const found of agents.found()) {
    for (const { severity, line } of await linesAbout(found, agents, signal)) {
      const [, file = found.id, at = '1', column = '1', message = line] = placed.exec(line) ?? [];
      const place = { file: displayName(path.join(root, file), cwd), line: Number(at), column: Number(column) };
      findings.set(line, { severity, ...place, message });
    }
  }
  return [...findings.values()];
}

type Line = { severity: LintFinding['severity']; line: string };

async function linesAbout({ id, notes }: FoundAgent, agents: AgentsHandle, signal: AbortSignal): Promise<Line[]> {
  if (notes === undefined) return [];
  try {
    await agents.agent({ id }, signal);
    return notes().map((line) => ({ severity: 'warning', line }));
  } catch (error) {
    return placedLines(errorText(error)).map((line) => ({ severity: severityOf(error), line }));
  }
}

function severityOf(error: unknown): LintFinding['severity'] {
  return error instanceof MissingVariable ? 'warning' : 'error';
}

const placed = /^(\S+):(\d+):(\d+): (.*)$/s;

/** Lines that say no place go on with the one before. */
function placedLines(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split('\n')) {
    if (lines.length === 0 || placed.test(line)) lines.push(line);
    else lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}

/** What the cases of a file name and the workspace does not have: agents, connectors, scripts, attachments. */
function createInspections(
  { root, config, agents }: Workspace,
  listed: ReturnType<AgentsHandle['connectors']>,
): (file: string) => CaseInspection {
  const connectors = new Map(listed.map(({ id, problem }) => [id, problem]));
  const known = [
    ...Object.keys(config.agents),
    ...agents.found().map(({ id }) => id),
    ...listed.map(({ id }) => `model:${id}`),
  ];
  return (file) => {
    const beside = filesBesideCases(file, { root, folders: systems.folders });
    const answer = createReferenceAnswer({ agents: known, connectors, ...beside });
    return (authored) => referenceFindings(authored, answer);
  };
}
