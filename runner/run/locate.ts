import path from 'node:path';
import { listCredentials } from '../agents/credentials.ts';
import type { CombinedIntegrations } from '../extensions/combine-integrations.ts';
import { systems as allSystems } from '../extensions/registered/systems.ts';
import type { RunState } from '../fold/index.ts';
import { isTableFile } from '../inputs/experiments/read-experiments.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { type LoadedConfig, loadConfig } from '../workspace/load-config.ts';
import { convertConfigDefaults } from './config-defaults.ts';
import { createCountParser } from './flag-values.ts';
import { addFlagDefaults, type TestFlags } from './flags/test-flags.ts';
import { type InputContext, type ResolvedInput, resolveInputs, toNonEmptyMessageInput } from './load/resolve-input.ts';
import type { InProcessAgent } from './prepare/live-agent.ts';
import { createRedactor } from './redactor.ts';
import { restoreResumedRun } from './resume.ts';
import type { Terminal } from './terminal.ts';
import { chooseTestInputs, type RunRequest, type TestOptions } from './test-options.ts';

/** The result of locating a run: its input, its workspace, and the effective value of every flag. */
export type LocatedRun = {
  options: TestOptions;
  /** The flags that the user gave, without defaults. */
  given: Partial<TestFlags>;
  /** The run that `--resume` refers to. */
  resumed: RunState | undefined;
  source: ResolvedInput;
  /** The tested agent, if it is a value of the running program. */
  live: InProcessAgent | undefined;
  /** A process for the agent that was started in advance. */
  spare: RunRequest['spare'];
  /** Set for runs that are experiments on conversations, such as attacks. */
  experiment: RunRequest['experiment'];
  root: string;
  config: LoadedConfig['config'];
  handlers: LoadedConfig['handlers'];
  /** Masks secrets in every text that is stored or shown. */
  redact: (text: string) => string;
  /** The supported agent systems, such as Yao and Mastra, whose files Turntree can read. */
  systems: CombinedIntegrations;
};

/**
 * Finds the input and the workspace. Flags take precedence over the workspace's `defaults`, and these over the built-in
 * defaults.
 */
export async function locateInputAndWorkspace(
  request: RunRequest,
  terminal: Terminal,
  systems: CombinedIntegrations = allSystems,
): Promise<LocatedRun> {
  const resumed = request.flags.resume === undefined ? undefined : restoreResumedRun(request, terminal);
  const { flags } = resumed ?? request;
  const inputs =
    resumed?.inputs ?? chooseTestInputs(request.inputs, flags, chooseDefaultWorkspace(flags.app, terminal));
  const { message } = flags;
  const { cwd } = terminal;
  const isForAgent = flags.name !== undefined || flags.url !== undefined;
  const source = resolveSource({ ...request, inputs, message }, { cwd, isForAgent });
  const root = chooseWorkspaceOfInput(flags.app, source.folder, terminal);
  const { config, file, handlers } = await loadConfig({ root, variables: terminal.variables });
  const defaults = convertConfigDefaults(config.defaults, file);
  // A default for `replay` is not applied together with `--record`, or to inputs without cassettes.
  const hasCassettes = source.kind === 'files' || source.kind === 'scripts';
  const overridden = {
    ...(flags.record === true || !hasCassettes ? { replay: undefined } : {}),
    ...(source.kind === 'files' && source.files.every(isTableFile) ? buildTableDefaults(terminal) : {}),
  };
  const options = {
    ...addFlagDefaults({ ...defaults, ...overridden, ...flags }),
    input: formatInputsTitle(inputs),
    inputs,
  };
  const credentials = listCredentials({ root, config, variables: terminal.variables, systems });
  const redact = createRedactor({ ...terminal, extra: config.redact, known: credentials });
  terminal.setRedaction?.(redact);
  const { agent: liveAgent, experiment, spare } = request;
  return {
    options,
    given: request.flags,
    resumed: resumed?.run,
    source,
    live: liveAgent,
    spare,
    experiment,
    root,
    config,
    handlers,
    redact,
    systems,
  };
}

type SourceRequest = Pick<RunRequest, 'inputs' | 'cases'> & { message: string | undefined };

function resolveSource({ inputs, cases, message }: SourceRequest, inputPlace: Required<InputContext>): ResolvedInput {
  if (cases !== undefined) return { kind: 'cases', folder: inputPlace.cwd, name: inputs[0] ?? 'cases', text: cases };
  return message === undefined ? resolveInputs(inputs, inputPlace) : toNonEmptyMessageInput(message, inputPlace.cwd);
}

/**
 * The expected value in a table is scored directly, without calling an agent, unless the command line names an agent.
 */
function buildTableDefaults({ variables: { CONCURRENCY: rows } }: Terminal): Partial<TestFlags> {
  const parallel = rows === undefined || rows === '' ? {} : { parallel: createCountParser('CONCURRENCY')(rows) };
  return { name: undefined, ...parallel };
}

/** A shell may expand a glob to hundreds of inputs, so of many inputs only the first is named. */
function formatInputsTitle(inputs: readonly string[]): string {
  const [first = '', ...others] = inputs;
  return others.length < 3 ? inputs.join(' ') : `${first} and ${others.length} more`;
}

/**
 * Returns the workspace to test if there is no input: the workspace that the command line names, or the one in the
 * current folder.
 */
function chooseDefaultWorkspace(app: string | undefined, { cwd }: Terminal): string | undefined {
  if (app !== undefined) return app;
  return findWorkspace(cwd) === undefined ? undefined : '.';
}

function chooseWorkspaceOfInput(app: string | undefined, folder: string, terminal: Terminal): string {
  if (app !== undefined) return path.resolve(terminal.cwd, app);
  return findWorkspace(folder) ?? terminal.cwd;
}
