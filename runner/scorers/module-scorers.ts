import * as z from 'zod';
import { AgentError, type ScorerCall, type ScorerVerdict } from '../ports/index.ts';
import type { IsolatedModule } from '../scripts/isolated-module.ts';
import type { CallOutcome, UserCall } from '../scripts/user-call.ts';
import { describeUserError, describeWorkerDeath, toRelativeLocation } from '../scripts/user-error.ts';
import { buildScorerKey, SCORER_LIST_FUNCTION_NAME } from '../scripts/worker/worker-protocol.ts';

/** A scorer that is loaded and can be called. */
export type LoadedScorer = { name: string; score(call: ScorerCall, signal: AbortSignal): Promise<ScorerVerdict> };

const LOAD_DEADLINE_MS = 30_000;

const listSchema = z.union([
  z.object({ exportName: z.string(), names: z.array(z.string().nullable()) }),
  z.object({ problem: z.string() }),
]);

export type ScorerModule = {
  /** The type of the rows that the file's scorers score. */
  type: string;
  file: string;
  /** The names of the exports to look for; the first one that exists is used. */
  exports: readonly string[];
  root: string;
  module: IsolatedModule;
};

/**
 * Loads the scorers that a user's file exports, and runs them in a worker. Throws if the file cannot be loaded or
 * exports no scorers.
 */
export async function loadModuleScorers(source: ScorerModule, signal: AbortSignal): Promise<LoadedScorer[]> {
  const { type, file, root } = source;
  const title = `scorer "${type}" (${toRelativeLocation(file, root)})`;
  const list = listSchema.parse(await loadScorerModule(source, title, signal));
  if ('problem' in list) throw new AgentError(`${title} ${list.problem}`, 'configuration');
  const { exportName, names } = list;
  return names.map((name, position) => ({
    name: name ?? (names.length === 1 ? type : `${type}-${position + 1}`),
    async score(call, scoreSignal) {
      const request = { name: buildScorerKey(exportName, position), payload: JSON.stringify([call.question]) };
      const outcome = await source.module.call({ ...request, ...createScorerCallListener(call, root) }, scoreSignal);
      const verdict: ScorerVerdict = JSON.parse(getReturnedScore(outcome, { ...source, title, exportName }));
      if (!('failure' in verdict)) return verdict;
      const { failure, stack, ...record } = verdict;
      const text = describeUserError({ message: failure, stack }, root, {
        file: source.file,
        functionName: exportName,
      });
      return { failure: text, ...record };
    },
  }));
}

async function loadScorerModule(
  { file, root, exports, module }: ScorerModule,
  title: string,
  signal: AbortSignal,
): Promise<unknown> {
  const patience = AbortSignal.timeout(LOAD_DEADLINE_MS);
  const call = {
    name: SCORER_LIST_FUNCTION_NAME,
    payload: JSON.stringify([exports]),
    log: ignoreLoadMessage,
    ask: rejectQuestion,
  };
  try {
    const outcome = await module.call(call, AbortSignal.any([signal, patience]));
    return JSON.parse(getReturnedScore(outcome, { title, file, root, exportName: 'default' }));
  } catch (error) {
    if (!patience.aborted || signal.aborted) throw error;
    const text = `${title} was not loaded after ${LOAD_DEADLINE_MS / 1000} s; does it loop or wait for something?`;
    throw new AgentError(text, 'configuration');
  }
}

function createScorerCallListener(
  { scorer, services }: ScorerCall,
  root: string,
): Pick<UserCall, 'log' | 'hung' | 'ask'> {
  return {
    log: (_stream, text) => services?.report?.({ type: 'log', source: `scorer ${scorer}`, text }),
    hung: (line) =>
      services?.report?.({ type: 'hang', location: line.then((location) => toRelativeLocation(location, root)) }),
    ask: rejectQuestion,
  };
}

type ScorerSourceLocation = { title: string; file: string; root: string; exportName: string };

function getReturnedScore(outcome: CallOutcome, { title, file, root, exportName }: ScorerSourceLocation): string {
  switch (outcome.type) {
    case 'returned':
      return outcome.value ?? 'null';
    case 'lost':
      throw new AgentError(`${title} ended during the call: ${describeWorkerDeath(outcome.death, root)}`, 'agent');
    case 'threw':
      throw new AgentError(describeUserError(outcome.failure, root, { file, functionName: exportName }), 'agent', {
        cause: outcome.failure.stack,
      });
    default:
      return outcome satisfies never;
  }
}

function ignoreLoadMessage(): void {
  // Text that a module prints while it is loaded belongs to no row, so it is ignored.
}

function rejectQuestion(): Promise<never> {
  return Promise.reject(new Error('a scorer cannot call agents or processes'));
}
