import type { AgentsHandle } from '../../agents/create-agents.ts';
import { BUILT_IN_JUDGE } from '../../assertions/agent/built-in-judge.ts';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { findHookLocation } from '../../engine/run-hooks.ts';
import { type CaseProblem, formatProblem } from '../../inputs/problem.ts';
import { runKinds } from '../../kinds/kinds.ts';
import type { AgentProvider, AgentReference, RunKind } from '../../ports/index.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { toErrorMessage } from '../../values/index.ts';
import { findEntryWarnings } from '../load/entry-warnings.ts';
import type { PreparedRun } from '../prepare.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { formatProblemsWithoutRepeats, selectProblemsOfPlannedCases } from './print-warnings.ts';

/**
 * Opens every agent and finds every hook of a run before the run starts. Reports, each once, the problems that
 * `turntree lint` finds in the agents and in the names in cases. Throws if an agent cannot be called or a hook is
 * missing.
 */
export async function requireCallableAgents(
  prepared: PreparedRun,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { plan, options, agents, root, config } = prepared;
  const { cwd, stderr } = terminal;
  const missingHooks = selectProblemsOfPlannedCases(prepared.missing, plan, { root, cwd });
  const mistakes = new Set<string>();
  const warnings = new Set<string>();
  // With a queue, the workers open the agents, because they have the keys.
  const isElsewhere = options.queue !== undefined;
  for (const reference of listAgentReferences(plan, options.reporter)) {
    const isOpened = !isElsewhere || reference.id === options.reporter;
    const findings = await inspectAgentReference(reference, { agents, missing: missingHooks, cwd, isOpened }, signal);
    for (const mistake of findings.mistakes) mistakes.add(mistake);
    for (const doubt of findings.doubts) warnings.add(doubt);
    for (const doubt of findEntryWarnings(reference.id, { root, config })) {
      warnings.add(formatProblem({ ...doubt, file: formatDisplayPath(doubt.file, cwd) }));
    }
  }
  for (const doubt of warnings) stderr.write(`turntree: warning: ${doubt}\n`);
  for (const mistake of findMissingHooks(prepared, missingHooks)) mistakes.add(mistake);
  const others = missingHooks.filter(
    ({ reference }) => !isProblemKindOfAgents(reference?.kind) && reference?.kind !== 'hook',
  );
  for (const line of formatProblemsWithoutRepeats(others)) stderr.write(`turntree: ${line}\n`);
  const reasons = mistakes.size > 0 || isElsewhere ? [...mistakes] : await findAgentRefusals(plan, agents, signal);
  if (reasons.length > 0) throw new UsageError('the run cannot start', reasons);
}

/** Returns every agent that the cases of a plan call, and the reporter agent. */
export function listAgentReferences({ cases }: Pick<RunPlan, 'cases'>, reporterId?: string): Iterable<AgentReference> {
  const references = new Map<string, AgentReference>();
  if (reporterId !== undefined) references.set('reporter', { id: reporterId });
  for (const plannedCase of cases) {
    if (plannedCase.skipReason !== undefined) continue;
    for (const reference of listReferencesOfCase(plannedCase)) references.set(JSON.stringify(reference), reference);
  }
  return references.values();
}

/**
 * Finds missing hooks, which stop the run: a case must not pass if its clean-up did not run, and a case without its
 * preparation need not start.
 */
function findMissingHooks({ plan, scripts }: PreparedRun, missingHooks: readonly CaseProblem[]): Iterable<string> {
  const problems = new Set(
    formatProblemsWithoutRepeats(missingHooks.filter(({ reference }) => reference?.kind === 'hook')),
  );
  const { before, after } = plan.options;
  for (const [flag, reference] of Object.entries({ before, after })) {
    const problem =
      reference === undefined ? undefined : scripts.problemOfHook({ reference, ...findHookLocation(plan) });
    if (problem !== undefined) problems.add(`--${flag}: ${problem}`);
  }
  for (const { suiteKey, skipReason, baseDir, agentId, case: testCase } of plan.cases) {
    if (skipReason !== undefined) continue;
    for (const reference of [testCase.before, testCase.after]) {
      if (reference === undefined || missingHooks.some((caseProblem) => caseProblem.reference?.name === reference))
        continue;
      const problem = scripts.problemOfHook({ reference, baseDir, agentId });
      if (problem !== undefined) problems.add(`${suiteKey}:${testCase.line ?? 1}: case "${testCase.id}": ${problem}`);
    }
  }
  return problems;
}

type AgentInspectionContext = { agents: AgentsHandle; missing: readonly CaseProblem[]; cwd: string; isOpened: boolean };

/**
 * Returns the problems of an agent: those in its files, with positions, or otherwise the reason why it cannot be
 * opened.
 */
async function inspectAgentReference(
  reference: AgentReference,
  { agents, missing, cwd, isOpened }: AgentInspectionContext,
  signal: AbortSignal,
): Promise<{ mistakes: string[]; doubts: string[] }> {
  try {
    const findings = await agents.inspect(reference);
    const agentFindings = isOpened ? findings : findings.filter(({ kind }) => kind !== 'missing variable');
    const lines = agentFindings.map(({ kind, ...problem }) => ({
      kind,
      line: formatProblem({ ...problem, file: formatDisplayPath(problem.file, cwd) }),
    }));
    const mistakes = lines.flatMap(({ kind, line }) => (kind === 'doubt' ? [] : [line]));
    if (isOpened && mistakes.length === 0) await agents.agent(reference, signal);
    return { mistakes, doubts: lines.flatMap(({ kind, line }) => (kind === 'doubt' ? [line] : [])) };
  } catch (error) {
    const formattedProblems = formatProblemsWithoutRepeats(
      missing.filter((problem) => concernsAgent(problem, reference)),
    );
    return { mistakes: formattedProblems.length > 0 ? formattedProblems : [toErrorMessage(error)], doubts: [] };
  }
}

const kindsOfAgents: readonly string[] = ['simulator', 'validator', 'connector'];

function isProblemKindOfAgents(kind: string | undefined): boolean {
  return kind !== undefined && kindsOfAgents.includes(kind);
}

/** True if a case names an agent that cannot be called. */
function concernsAgent({ reference: name }: CaseProblem, { id, connector }: AgentReference): boolean {
  if (name === undefined || !isProblemKindOfAgents(name.kind)) return false;
  if (name.kind === 'connector') return name.name === connector;
  return removeAgentPrefix(name.name.trim()) === removeAgentPrefix(id);
}

/**
 * Returns why agents cannot run the cases that test them. Such cases must not pass, because the agent would never get
 * their message.
 */
async function findAgentRefusals({ cases }: RunPlan, agents: AgentProvider, signal: AbortSignal): Promise<string[]> {
  const problems: string[] = [];
  for (const plannedCase of cases) {
    const problem =
      plannedCase.skipReason === undefined ? await findAgentRefusal(plannedCase, agents, signal) : undefined;
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** Returns why the tested agent cannot run a case; undefined if it can. */
export async function findAgentRefusal(
  { suiteKey, agentId, connector, options, case: testCase }: PlannedCase,
  agents: AgentProvider,
  signal: AbortSignal,
): Promise<string | undefined> {
  const kind: RunKind = runKinds[testCase.kind];
  if (![...kind.listCalledAgents(testCase, { id: agentId })].some(({ id }) => id === agentId)) return undefined;
  const agent = await agents.agent({ id: agentId, connector }, signal);
  const problem = agent.explainRefusal?.(options) ?? kind.explainRefusal?.(testCase, agent);
  return problem && `${suiteKey}:${testCase.line ?? 1}: case "${testCase.id}": ${problem}`;
}

function listReferencesOfCase({ agentId, connector, judge, case: testCase }: PlannedCase): AgentReference[] {
  const kind: RunKind = runKinds[testCase.kind];
  return [...kind.listCalledAgents(testCase, { id: agentId, connector })].map((reference) =>
    reference.id === BUILT_IN_JUDGE && reference.connector === undefined && judge !== undefined
      ? { ...reference, connector: judge.connector }
      : reference,
  );
}
