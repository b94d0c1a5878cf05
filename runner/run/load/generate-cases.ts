import path from 'node:path';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import { defaultEnvironment } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { parseGeneratedCases } from '../../inputs/generated-cases.ts';
import type { GeneratorSource } from '../../inputs/generator-source.ts';
import type { AgentFact, AgentRequest, AgentResponse, ScriptAgentQuestion } from '../../ports/index.ts';
import { StoppedError, startDeadline } from '../../ports/index.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { findSharedComputation } from '../../scripts/code-lint/shared-computation.ts';
import type { WorkspaceScripts } from '../../scripts/create-script-host.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { resolveScript } from '../../scripts/resolve-script.ts';
import { formatGoDuration, type Json, type JsonObject, toErrorMessage, withoutUndefined } from '../../values/index.ts';
import type { LocatedRun } from '../locate.ts';
import { systemClock } from '../machine/system-clock.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { buildGeneratorTarget } from './generator-target.ts';
import type { LoadedSuites } from './loaded-suites.ts';

export type GeneratorContext = {
  located: LocatedRun;
  agents: AgentsHandle;
  scripts: WorkspaceScripts;
  terminal: Terminal;
};

/**
 * Asks a generator for cases. Throws if the generator fails, takes too long, or returns cases that cannot be run; a dry
 * run prints such cases anyway.
 */
export async function generateCases(
  { generator, folder }: { generator: GeneratorSource; folder: string },
  generation: GeneratorContext,
  signal: AbortSignal,
): Promise<LoadedSuites> {
  const { options } = generation.located;
  const deadline = startDeadline(systemClock, options.timeout, signal);
  try {
    const answer = await deadline.run((limited) => requestGeneratedCases({ generator, folder, generation }, limited));
    const generated = parseGeneratedCases(answer);
    if (!generated.ok) {
      // In a dry run, invalid cases are printed as well, so that the user can fix them.
      if (options.dryRun) for (const line of generated.proposed) generation.terminal.stdout.write(`${line}\n`);
      throw new UsageError(`${generator.key} ${generated.problem}`, generated.details);
    }
    const { cases, warnings } = generated;
    const ofCode = findGeneratorWarnings({ generator, folder }, generation.located);
    return { suites: [{ suite: { key: generator.key }, cases, baseDir: folder }], warnings: [...warnings, ...ofCode] };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof StoppedError && error.stopCause === 'timeout') {
      const limit = formatGoDuration(options.timeout);
      throw new UsageError(`${generator.key} made no cases within ${limit}; --timeout gives it more time`);
    }
    throw new UsageError(`${generator.key} failed: ${toErrorMessage(error)}`);
  } finally {
    deadline.dispose();
  }
}

/**
 * Warns if a generator computes expected values with the tested agent's own code, because it then repeats the agent's
 * mistakes.
 */
function findGeneratorWarnings(
  { generator, folder }: { generator: GeneratorSource; folder: string },
  { root, config, options }: LocatedRun,
): string[] {
  const id = removeAgentPrefix(options.name ?? '');
  const entry = Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  if (generator.by !== 'script' || entry?.type !== 'module') return [];
  const named = { kind: 'function', reference: `scripts:${generator.id}`, baseDir: folder, agentId: id } as const;
  const { file, functionName } = resolveScript(root, named, systems.folders);
  const warning = findSharedComputation({ file, name: functionName, agentFile: path.resolve(root, entry.path) });
  return warning === undefined ? [] : [`${toRelativePath(root, file)}:${warning.line}: ${warning.message}`];
}

type GeneratorTask = { generator: GeneratorSource; folder: string; generation: GeneratorContext };

async function requestGeneratedCases(task: GeneratorTask, signal: AbortSignal): Promise<Json> {
  const request = await createGeneratorRequest(task);
  if (task.generator.by === 'script') return runGeneratorScript(task, request, signal);
  const { key, id } = task.generator;
  const options = {
    metadata: { ...request, test_mode: 'generator' },
    skip: { history: true, trace: true, output: true },
  };
  const messages: AgentRequest['messages'] = [{ role: 'user', content: JSON.stringify(request) }];
  const { next, content } = await callAgentForGenerator(
    { agentId: id, messages, options },
    { key, ...task.generation },
    signal,
  );
  return typeof next === 'object' && next !== null ? next : content;
}

async function createGeneratorRequest({
  generator,
  generation: { located, agents },
}: GeneratorTask): Promise<JsonObject> {
  const target = located.options.name;
  if (target === undefined) {
    throw new UsageError(`${generator.key} makes cases for an agent; say which with -n`, [
      `turntree test "${located.options.input}" -n my.agent --dry-run`,
    ]);
  }
  const { id, description } = agents.describe(target);
  const { count, focus, extra } = generator;
  const { tools, existingIds } = await buildGeneratorTarget(id, { ...located, agents });
  return withoutUndefined({
    target_agent: withoutUndefined({ id, description, tools: tools.length === 0 ? undefined : tools }),
    count,
    focus,
    existing_ids: existingIds.length === 0 ? undefined : existingIds,
    extra: Object.keys(extra).length === 0 ? undefined : extra,
  });
}

async function runGeneratorScript(
  { generator, folder, generation }: GeneratorTask,
  request: JsonObject,
  signal: AbortSignal,
): Promise<Json> {
  const { located, scripts } = generation;
  const { key, id } = generator;
  return scripts.runFunction(
    {
      reference: `scripts:${id}`,
      baseDir: folder,
      agentId: located.options.name ?? '',
      arguments: [request],
      services: {
        report: (fact) => writeLogIfVerbose(generation, fact),
        askAgent: (question) => callAgentForGenerator(question, { key, ...generation }, signal),
      },
    },
    signal,
  );
}

async function callAgentForGenerator(
  { agentId, messages, options }: ScriptAgentQuestion,
  { key, ...generation }: GeneratorContext & { key: string },
  signal: AbortSignal,
): Promise<AgentResponse> {
  const agent = await generation.agents.agent({ id: agentId }, signal);
  signal.throwIfAborted();
  return agent.invoke(
    {
      messages,
      options,
      sessionId: 'generator',
      context: {
        runId: generation.located.options.runId ?? '',
        suiteKey: key,
        caseId: 'generator',
        attempt: 1,
        turn: 1,
        role: 'agent',
        environment: defaultEnvironment,
        report: (fact) => writeLogIfVerbose(generation, fact),
      },
    },
    signal,
  );
}

function writeLogIfVerbose({ located, terminal }: GeneratorContext, fact: AgentFact): void {
  if (fact.type !== 'log') return;
  const { source, text } = fact;
  if (located.options.verbose === true) terminal.stderr.write(`  │ ${source}: ${text.trimEnd()}\n`);
}
