import path from 'node:path';
import { type AgentFinding, toAgentFindingsOfError } from '../../agents/agent-finding.ts';
import { type AgentsHandle, createAgents } from '../../agents/create-agents.ts';
import type { TestCase, WorkspaceConfig } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { isJudgedByScores } from '../../fold/index.ts';
import { countInferredRules } from '../../inputs/inferred-rules.ts';
import { readCaseFile } from '../../inputs/load-case-file.ts';
import { runKinds } from '../../kinds/kinds.ts';
import { AgentError, type RunKind, StoppedError, startDeadline } from '../../ports/index.ts';
import { createScorerHost, type WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { createScriptHost } from '../../scripts/create-script-host.ts';
import type { PrestartedProcess } from '../../scripts/worker/prestarted-process.ts';
import { formatGoDuration, toErrorMessage } from '../../values/index.ts';
import { locateConfigKey } from '../../workspace/config-location.ts';
import { createCaseReaders } from '../../workspace/index.ts';
import { type LoadedConfig, loadConfig } from '../../workspace/load-config.ts';
import { findEntryWarnings } from '../load/entry-warnings.ts';
import { createNameInspections, findAgentOfFile } from '../load/inspect-names.ts';
import { findScorerWarnings } from '../load/scorer-warnings.ts';
import { systemClock } from '../machine/system-clock.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { Terminal } from '../terminal.ts';
import { findAgentsTestedByFiles } from './agents-tested-by-files.ts';
import { warnOfExcludedCases } from './cases-excluded-by-default.ts';
import { lintConsistencyJudges } from './consistency-judges.ts';
import { createEqualCaseFinder } from './equal-cases.ts';
import { findImpossibleLeaks } from './leaks-between-cases.ts';
import { lintDefaultAgent, lintDefaults } from './lint-defaults.ts';
import type { LintFinding } from './lint-finding.ts';
import { findUnusedHooks } from './unused-hooks.ts';

export type WorkspaceLint = {
  /** The problems of the config, and of agents that have their own files. */
  findings: readonly LintFinding[];
  agents: number;
  /** `inferred` is the number of rules that nobody has accepted yet. */
  lintFile(file: string): Promise<{ findings: LintFinding[]; cases: readonly TestCase[]; inferred: number }>;
  /**
   * Returns hooks that no case of the checked files uses, and cases that the config leaves out. Meaningful only after
   * all files of the workspace were checked.
   */
  crossFileFindings(): LintFinding[];
  close(): Promise<void>;
};

/** The time limit for loading a module, because loading might never finish. */
const LOADING_TIMEOUT_MS = 30_000;

type LintWorkspace = LoadedConfig & {
  root: string;
  cwd: string;
  agents: AgentsHandle;
  scorers: WorkspaceScorers;
  variables: Terminal['variables'];
};

/** `areNamed` is true if the user named the files. Then only the modules of agents that these files need are loaded. */
type LintResult = { root: string; files: readonly string[]; areNamed: boolean; spare: PrestartedProcess | undefined };

/**
 * Finds problems that would prevent the cases of a workspace from running, without calling any agent. Unset variables
 * are only warnings, because they may be set on the machine that runs the tests.
 */
export async function openWorkspaceLint(
  { root, files, areNamed, spare }: LintResult,
  { cwd, variables }: Pick<Terminal, 'cwd' | 'variables'>,
): Promise<WorkspaceLint> {
  const loadedConfig = await loadConfig({ root, variables });
  const { config, handlers } = loadedConfig;
  // Agents are opened but not called. Their modules are loaded in separate processes.
  const workers = { cwd, startsEarly: false, spare };
  const scripts = createScriptHost({ root, variables, handlers, systems, workers, engines: () => agents.engines });
  const agents: AgentsHandle = createAgents({ root, config, variables, systems, workers, handlers: scripts.handlers });
  const scorers = createScorerHost({ root, config, variables, systems, workers });
  const workspace = { ...loadedConfig, root, cwd, agents, scorers, variables };
  async function closeLint(): Promise<void> {
    await Promise.all([scorers.close(), agents.close(), scripts.close()]);
  }
  const findings = await lintWorkspace(workspace, files, areNamed).catch(async (error: unknown) => {
    await closeLint();
    throw error;
  });
  const connectors = agents.connectors();
  const inspectionOf = createNameInspections(workspace);
  const allCases: TestCase[] = [];
  const findEqualCases = createEqualCaseFinder();
  const surroundings = { formats: systems.cases, models: connectors.map(({ id }) => id) };
  const chooseTestedAgent = (file: string, named: string | undefined) =>
    named ?? findAgentOfFile(file, { root, known: Object.keys(config.agents) });
  return {
    findings,
    agents: agents.list().length,
    async lintFile(file) {
      const parsed = await readCaseFile(file, formatDisplayPath(file, cwd), {
        ...surroundings,
        inspect: inspectionOf(file),
        ...createCaseReaders(file, root),
      });
      const problems = [
        ...parsed.problems.map((problem): LintFinding => ({ severity: 'error', ...problem })),
        ...(parsed.missing ?? []).map(
          ({ reference: _, ...problem }): LintFinding => ({ severity: 'error', ...problem }),
        ),
        ...parsed.warnings.map((problem): LintFinding => ({ severity: 'warning', ...problem })),
      ].toSorted((a, b) => a.line - b.line || a.column - b.column);
      allCases.push(...parsed.cases);
      const testedAgent = chooseTestedAgent(file, parsed.agentId);
      const displayPath = formatDisplayPath(file, cwd);
      const others = [
        ...(await lintNamedAgent(workspace, parsed.agentId)),
        ...(await lintTableRows(workspace, file, parsed.cases)),
        ...warnOfJudgeCallsPerTurn(displayPath, parsed.cases),
        ...lintConsistencyJudges(workspace, file, parsed),
        ...lintDefaultAgent(workspace, file),
        ...findEqualCases(
          { file: displayPath, agentId: testedAgent },
          parsed.problems.length === 0 ? parsed.cases : [],
        ),
        ...findImpossibleLeaks({ file: displayPath, agent: config.agents[testedAgent ?? ''] }, parsed.cases),
      ];
      const inferred = parsed.cases.reduce((sum, testCase) => sum + countInferredRules(testCase), 0);
      return { findings: [...problems, ...others], cases: parsed.cases, inferred };
    },
    crossFileFindings: () => [...findUnusedHooks(workspace, allCases), ...warnOfExcludedCases(workspace, allCases)],
    close: closeLint,
  };
}

/** The problems of the agents and scorers, which are found before any case is read. */
async function lintWorkspace(
  workspace: LintWorkspace,
  files: readonly string[],
  areNamed: boolean,
): Promise<LintFinding[]> {
  const { signal } = new AbortController();
  const neededAgents = areNamed ? await findAgentsNeededByFiles(files, workspace) : undefined;
  const isAgentLoaded = (id: string): boolean => neededAgents?.has(id) !== false;
  return [
    ...warnOfMissingNotifyOnBroken(workspace),
    ...lintDefaults(workspace),
    ...(await lintConfigEntries(workspace, 'agents', (id) =>
      openAgentForLint(id, workspace, { signal, isLoaded: isAgentLoaded(id) }),
    )),
    ...(await lintListedAgents(workspace, await findAgentsTestedByFiles(files, workspace.root))),
    ...(await lintConfigEntries(workspace, 'scorers', (type) => requireScorer(workspace, type, workspace.root))),
  ];
}

/** Warns if notification targets are configured, but the config excludes the notification about a broken suite. */
function warnOfMissingNotifyOnBroken({ config, file, cwd }: LintWorkspace): LintFinding[] {
  const { notify = [] } = config;
  if (notify.length === 0 || notify.some(({ on }) => on === undefined || on.includes('broken'))) return [];
  const position = locateConfigKey(file, ['notify']);
  const message = 'nobody is notified when a suite breaks, because no "on" contains "broken"';
  return [{ severity: 'warning', file: formatDisplayPath(file, cwd), ...position, message }];
}

/** Finds problems of the agents or scorers in the config: placeholders, programs, modules, connectors. */
async function lintConfigEntries(
  { config, file, cwd, root }: LintWorkspace,
  section: 'agents' | 'scorers',
  check: (id: string) => Promise<readonly AgentFinding[]>,
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const id of Object.keys(config[section])) {
    try {
      findings.push(...(await check(id)).map((finding) => toLintFinding(finding, cwd)));
    } catch (error) {
      const position = locateConfigKey(file, [section, id]);
      for (const finding of toAgentFindingsOfError(error, { file, ...position }, root))
        findings.push(toLintFinding(finding, cwd));
    }
  }
  return findings;
}

function toLintFinding({ kind, ...problem }: AgentFinding, cwd: string, isTested = true): LintFinding {
  return { severity: chooseFindingSeverity(kind, isTested), ...problem, file: formatDisplayPath(problem.file, cwd) };
}

type AgentOpenOptions = { signal: AbortSignal; isLoaded: boolean };

/** Opens an agent of the config and, if the agent is code, loads its module. Does not call the agent. */
async function openAgentForLint(
  id: string,
  workspace: LintWorkspace,
  { signal, isLoaded }: AgentOpenOptions,
): Promise<readonly AgentFinding[]> {
  const { agents, config } = workspace;
  // Opening a module agent bundles its files, which takes as long as loading it, so modules that need not be loaded are
  // not opened.
  if (!isLoaded && config.agents[id]?.type === 'module') return [];
  await agents.agent({ id }, signal);
  const deadline = startDeadline(systemClock, LOADING_TIMEOUT_MS, signal);
  try {
    const findings = await deadline.run((limited) => agents.inspectModule(id, limited));
    return [...findings, ...findEntryWarnings(id, workspace), ...(await agents.inspect({ id }))];
  } catch (error) {
    if (!(error instanceof StoppedError) || error.stopCause !== 'timeout') throw error;
    throw new AgentError(
      `agent "${id}": its module did not load in ${formatGoDuration(LOADING_TIMEOUT_MS)}`,
      'configuration',
    );
  } finally {
    deadline.dispose();
  }
}

/**
 * Finds scorer types in a table's rows that have no scorer, or a scorer that may check nothing. Each type is reported
 * at its first row.
 */
async function lintTableRows(
  workspace: LintWorkspace,
  table: string,
  cases: readonly TestCase[],
): Promise<LintFinding[]> {
  const lines = new Map<string, number>();
  for (const row of cases.filter(isJudgedByScores)) {
    for (const type of row.scorers) if (!lines.has(type)) lines.set(type, row.line ?? 1);
  }
  const findings: LintFinding[] = [];
  for (const [type, line] of lines) {
    const position = { file: formatDisplayPath(table, workspace.cwd), line, column: 1 };
    const folder = path.dirname(table);
    try {
      if (!Object.hasOwn(workspace.config.scorers, type)) await requireScorer(workspace, type, folder);
    } catch (error) {
      findings.push({ severity: 'error', ...position, message: toErrorMessage(error) });
      continue;
    }
    for (const message of findScorerWarnings({ type, folder }, workspace)) {
      findings.push({ severity: 'warning', ...position, message });
    }
  }
  return findings;
}

/** Warns about cases that call a judge in every turn, because each call costs money and time. */
function warnOfJudgeCallsPerTurn(file: string, cases: readonly TestCase[]): LintFinding[] {
  return cases.flatMap((testCase): LintFinding[] => {
    const kind: RunKind = runKinds[testCase.kind];
    const maxCallsPerTurn = kind.turnJudgeCalls?.(testCase) ?? 0;
    if (maxCallsPerTurn === 0) return [];
    const message = `case "${testCase.id}" may call its judges ${maxCallsPerTurn} times in one conversation, because they judge single turns; "assert" without "on" needs one call`;
    return [{ severity: 'warning', file, line: testCase.line ?? 1, column: 1, message }];
  });
}

/** Returns the scorers of a type. Throws for a type without a scorer. Runs no code of the workspace. */
async function requireScorer({ scorers, agents }: LintWorkspace, type: string, folder: string): Promise<[]> {
  for (const id of await scorers.check({ type, folder })) agents.describe(id);
  return [];
}

/** Returns the problems in the files of agents in the workspace. A file shared by several agents is reported once. */
async function lintListedAgents({ cwd, agents }: LintWorkspace, tested: ReadonlySet<string>): Promise<LintFinding[]> {
  const findings = new Map<string, LintFinding>();
  for (const { id } of agents.found()) {
    for (const agentFinding of await agents.inspect({ id })) {
      const finding = toLintFinding(agentFinding, cwd, tested.has(id));
      findings.set(JSON.stringify(finding), finding);
    }
  }
  return [...findings.values()];
}

/** Checks the agent that a case file names, if it was not checked yet and is not in the workspace's list of agents. */
async function lintNamedAgent({ cwd, agents, config }: LintWorkspace, id: string | undefined): Promise<LintFinding[]> {
  if (id === undefined || Object.hasOwn(config.agents, id) || agents.found().some((agent) => agent.id === id))
    return [];
  return (await agents.inspect({ id })).map((finding) => toLintFinding(finding, cwd));
}

/** A missing part of an agent prevents cases from running. If there are no cases, it is only a warning. */
function chooseFindingSeverity(kind: AgentFinding['kind'], isTested: boolean): LintFinding['severity'] {
  if (kind === 'missing part') return isTested ? 'error' : 'warning';
  return kind === 'mistake' ? 'error' : 'warning';
}

type AgentWorkspace = { root: string; config: WorkspaceConfig };

/**
 * Returns the agents of the config that the files need, because their cases test or call these agents. If the config
 * has only one agent, it is always needed.
 */
async function findAgentsNeededByFiles(
  files: readonly string[],
  { root, config }: AgentWorkspace,
): Promise<Set<string>> {
  const agentIds = Object.keys(config.agents);
  const neededAgents = new Set(agentIds.length === 1 ? agentIds : []);
  for (const file of files) {
    const { agentId, cases } = await readCaseFile(file, file, { formats: systems.cases });
    const testedAgent = agentId ?? findAgentOfFile(file, { root, known: agentIds });
    if (testedAgent !== undefined) neededAgents.add(removeAgentPrefix(testedAgent));
    for (const testCase of cases) {
      const kind: RunKind = runKinds[testCase.kind];
      for (const { id } of kind.listCalledAgents(testCase, { id: testedAgent ?? '' }))
        neededAgents.add(removeAgentPrefix(id));
    }
  }
  return neededAgents;
}
