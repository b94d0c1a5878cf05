import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { AgentsHandle } from '../agents/create-agents.ts';
import { gatesSchema, type RunPlan, type TestCase } from '../contract/index.ts';
import { type PlanRequest, planRun } from '../engine/plan-run.ts';
import { warnOfDefaultTags, warnOfMisspeltTags, warnOfPatternInOtherCase } from '../engine/select-cases.ts';
import { loadContextFile } from '../inputs/context-file.ts';
import type { CaseProblem } from '../inputs/problem.ts';
import { runKinds } from '../kinds/kinds.ts';
import type { AttemptChooser, RunKind, SimulatorChoice } from '../ports/index.ts';
import type { WorkspaceScorers } from '../scorers/create-scorer-host.ts';
import { removeAgentPrefix } from '../scripts/agent-folders.ts';
import type { WorkspaceScripts } from '../scripts/create-script-host.ts';
import { chooseAgents } from './choose.ts';
import { requireMetadataColumns } from './experiment/check-columns.ts';
import { selectStoredFlags } from './flags/stored-flags.ts';
import { warnOfDefaultAgent } from './load/default-agent.ts';
import type { LoadedSuites } from './load/loaded-suites.ts';
import { loadSuites } from './load.ts';
import type { LocatedRun } from './locate.ts';
import { chooseAttemptOptions } from './prepare/auto-runs.ts';
import { chooseCassetteMode, openCassettes, type RunCassettes } from './prepare/cassettes.ts';
import { checkCosts } from './prepare/check-costs.ts';
import {
  type ForkSource,
  forkSuites,
  loadForkSource,
  requireReplaceablePrompt,
  toPromptOverride,
} from './prepare/fork.ts';
import { findGitBranch, findGitCommit } from './prepare/git-commit.ts';
import { chooseHelperModels } from './prepare/helper-models.ts';
import { addLiveAgent } from './prepare/live-agent.ts';
import { resolveScorersOfRows } from './prepare/open-scorers.ts';
import { mayUseMetadata } from './prepare/reads-metadata.ts';
import { openWorkspaceRuntime } from './prepare/runtime.ts';
import type { Terminal } from './terminal.ts';
import { NothingToRunError, UsageError } from './usage-error.ts';
import { getOwnVersion } from './version.ts';

/** A run that is ready to start. Nothing has been executed or written to disk yet. */
export type PreparedRun = LocatedRun & {
  plan: RunPlan;
  agents: AgentsHandle;
  cassettes: RunCassettes | undefined;
  scripts: WorkspaceScripts;
  scorers: WorkspaceScorers;
  /** Problems of the input, and names in cases that do not exist in the workspace, including those of skipped cases. */
  warnings: LoadedSuites['warnings'];
  missing: readonly CaseProblem[];
  /** Chooses the attempts of an experiment. If missing, the plan determines all attempts. */
  chooser?: AttemptChooser | undefined;
  /** The number of table rows that are left out because they are disabled. */
  disabled: number;
  /** Ends the worker processes and programs that were started. */
  close(): Promise<void>;
};

/** Reads the cases, finds the agent and plans the run. Throws with all problems. */
export async function prepareRun(located: LocatedRun, terminal: Terminal, signal: AbortSignal): Promise<PreparedRun> {
  const { root, config, handlers, redact, systems } = located;
  const mode = chooseCassetteMode(located.options);
  const cassettes =
    mode === undefined
      ? undefined
      : openCassettes(mode, {
          root,
          cwd: terminal.cwd,
          redact,
          isDefault: located.given.replay === undefined && located.resumed === undefined,
        });
  const forkSource = loadForkSource(located, terminal);
  const {
    agents: ofWorkspace,
    scripts,
    scorers,
    close,
  } = openWorkspaceRuntime({
    root,
    config,
    handlers,
    systems,
    variables: terminal.variables,
    cwd: terminal.cwd,
    tape: cassettes?.tape,
    prompt: toPromptOverride(forkSource),
    partial: located.options.allowPartial === true,
    timeoutMs: located.options.timeout,
    spare: located.spare,
  });
  const agents = addLiveAgent(ofWorkspace, located.live);
  try {
    checkCosts(located.options, agents);
    const loadedSuites = await loadSuites({ located, agents, scripts, terminal }, signal);
    const { warnings, missing = [], disabled = 0 } = loadedSuites;
    const forkedSuites = forkSource === undefined ? loadedSuites.suites : forkSuites(loadedSuites.suites, forkSource);
    const loadedCases = located.experiment?.reshape(forkedSuites) ?? forkedSuites;
    requireReplaceablePrompt(forkSource, agents);
    requireMetadataColumns(located.given.groupBy, loadedCases);
    requireSimulatedCase(chooseSimulator(located.given.simulator, agents), {
      name: located.given.simulator,
      suites: loadedCases,
    });
    const { suites, doubts } = await resolveScorersOfRows({ suites: loadedCases, scorers, located, terminal }, signal);
    const all = suites.flatMap(({ cases }) => cases);
    const context = await loadRunContext(located, terminal);
    warnings.push(
      ...(context?.warnings ?? []),
      ...doubts,
      ...warnOfMisspeltTags(located.options.tag ?? [], all),
      ...warnOfPatternInOtherCase(located.options.run, all),
      ...listDefaultAgentWarnings(located, agents),
      ...(located.given.tag === undefined && located.resumed === undefined
        ? warnOfDefaultTags(located.options.tag ?? [], all)
        : []),
    );
    const planned = planRun(
      await createPlanRequest({ located, agents, suites, forked: forkSource, context: context?.environment }, terminal),
      runKinds,
    );
    if (!planned.ok && planned.nothing === true) throw new NothingToRunError(planned.problems.join('\n'));
    if (!planned.ok) throw new UsageError('the run cannot be planned', planned.problems);
    cassettes?.loadForPlan(planned.plan);
    const plan = chooseHelperModels(planned.plan, { agents, config });
    return { ...located, plan, agents, scripts, scorers, cassettes, warnings, missing, disabled, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function listDefaultAgentWarnings(
  { given, options, resumed, source, root }: LocatedRun,
  agents: AgentsHandle,
): string[] {
  const { name: defaultAgent } = options;
  const isDefault = given.name === undefined && given.url === undefined && resumed === undefined;
  if (!isDefault || defaultAgent === undefined || source.kind !== 'files') return [];
  const agentIds = agents.list().map(({ id }) => id);
  return [...new Set(source.files.flatMap((file) => warnOfDefaultAgent(file, { root, agentIds, defaultAgent })))];
}

/**
 * Determines the simulator. A name is looked up in this order: the rules, a connector, an agent. `agents:<id>` always
 * means the agent.
 */
function chooseSimulator(
  name: string | undefined,
  agents: Pick<AgentsHandle, 'connector'>,
): SimulatorChoice | undefined {
  if (name === undefined) return undefined;
  if (name === 'rules') return { by: 'rules' };
  const isConnector = agents.connector(name) !== undefined;
  return isConnector ? { by: 'model', connector: name } : { by: 'agent', id: removeAgentPrefix(name) };
}

/** Throws if no case uses the simulator. Otherwise the user would believe that the run tests conversations. */
function requireSimulatedCase(
  choice: SimulatorChoice | undefined,
  { name, suites }: { name: string | undefined; suites: LoadedSuites['suites'] },
): void {
  if (choice === undefined) return;
  const all = suites.flatMap(({ cases }) => cases);
  const isSimulated = (testCase: TestCase): boolean => {
    const kind: RunKind = runKinds[testCase.kind];
    // A case that already names the same simulator is accepted.
    const ownSimulator = testCase.simulator?.use;
    if (ownSimulator !== undefined && choice.by === 'agent' && removeAgentPrefix(ownSimulator.trim()) === choice.id)
      return true;
    return (kind.withSimulator?.(testCase, choice) ?? testCase) !== testCase;
  };
  if (all.length === 0 || all.some(isSimulated)) return;
  const isAgent = choice.by === 'agent';
  throw new UsageError(`--simulator ${name}: no case ${isAgent ? 'uses a simulator' : 'has a user with a goal'}`, [
    'Single-call cases have no simulated user; conversations have "checkpoints" or "never".',
    ...(isAgent ? [] : ['Rules or a model can play the user of a case only if its "simulator" has a "goal".']),
    'A conversation that defines its own "simulator" or "turns" keeps them.',
  ]);
}

/** Reads the context file. A user in its metadata is a mistake only if no agent reads the metadata. */
async function loadRunContext({ options: { ctx, user }, config, root }: LocatedRun, { cwd }: Terminal) {
  if (ctx === undefined) return undefined;
  const { environment, misplaced } = await loadContextFile(path.resolve(cwd, ctx), ctx);
  const isIntended = misplaced.length === 0 || user !== undefined || mayUseMetadata(config, root);
  return { environment, warnings: isIntended ? [] : misplaced };
}

type PrepareChoices = {
  located: LocatedRun;
  agents: AgentsHandle;
  suites: LoadedSuites['suites'];
  forked: ForkSource | undefined;
  context: PlanRequest['context'];
};

async function createPlanRequest(
  { located, agents, suites, forked, context }: PrepareChoices,
  { cwd }: Terminal,
): Promise<PlanRequest> {
  const { options, root } = located;
  const { ctx } = options;
  const gates = gatesSchema.parse(options);
  return {
    // The library gets random bytes as an argument; otherwise it would load web cryptography, which takes 3 ms.
    runId: options.runId ?? uuidv7({ random: randomBytes(16) }),
    context,
    gitCommit: await findGitCommit(root),
    suites: chooseAgents(suites, { located, agents }),
    options: {
      ...selectStoredFlags(options),
      ...chooseAttemptOptions(options, located.config),
      input: options.input,
      branch: await findGitBranch(root),
      currency: located.config.currency,
      // The stored path is relative to the workspace, because a run is repeated from there.
      context: ctx === undefined ? undefined : path.relative(root, path.resolve(cwd, ctx)),
      cassette: chooseCassetteMode(options),
      gates: Object.values(gates).every((gate) => gate === undefined) ? undefined : gates,
      fork: forked?.options,
      purpose: located.experiment?.purpose,
      exitCodes: options.exitCodes === 'detailed' ? options.exitCodes : undefined,
      allowPartial: options.allowPartial === true ? true : undefined,
    },
    simulator: chooseSimulator(options.simulator, agents),
    toolVersion: getOwnVersion(),
  };
}
