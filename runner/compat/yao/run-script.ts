import { AgentError } from '../../ports/index.ts';
import { definitionPlace } from '../../scripts/definition-place.ts';
import { relativePlace, userErrorText } from '../../scripts/user-error.ts';
import type { GeneratedPlace } from '../../scripts/worker/where-worker-is.ts';
import type { Json } from '../../values/index.ts';
import { contextFields } from './context-fields.ts';
import type { SandboxBundle } from './sandbox/sandbox-bundle.ts';
import type { SandboxOutcome } from './sandbox/sandbox-lane.ts';
import { sandboxQuestionSchema } from './sandbox/sandbox-question.ts';
import type { Turn } from './turn.ts';

export type ScriptRun = {
  file: string;
  functionName: string;
  values: Json[];
  /** The position of `ctx` among the arguments. */
  context?: 'first' | 'last';
  /** The source named in its log lines. */
  source: string;
  /** The calls that wait for this one, the outermost first. */
  chain: readonly string[];
};

/** The function answered with a promise, and is defined at this place. */
type Promised = { place: string; rejection?: string };

/** `value` is undefined when nothing was returned. */
export type ScriptEnding =
  | { type: 'returned'; value: Json | undefined; promised?: Promised }
  | { type: 'threw'; message: string }
  | { type: 'absent'; found: string[] };

/** Runs a function of an assistant's script in a context of its own, and answers what it asks meanwhile. */
export async function runScript(run: ScriptRun, turn: Turn, signal: AbortSignal): Promise<ScriptEnding> {
  const { runtime } = turn;
  const bundle = await runtime.bundle(run.file);
  const { functionName, context, source } = run;
  const outcome = await runtime.sandbox.call(
    {
      marker: bundle.marker,
      code: bundle.code,
      functionName,
      values: JSON.stringify(run.values),
      context: context === undefined ? undefined : { fields: JSON.stringify(contextFields(turn)), position: context },
    },
    {
      hung: (place) => turn.request.context.hung?.(place.then((found) => lineOf(found, bundle, runtime.root))),
      log: (kind, text) => turn.log(`${source} ${kind}`, text),
      ask: (question) => runtime.answer(sandboxQuestionSchema.parse(question), { turn, chain: run.chain }, signal),
    },
    signal,
  );
  return endingOf(outcome, { run, bundle, root: runtime.root });
}

type Ran = { run: ScriptRun; bundle: SandboxBundle; root: string };

function endingOf(outcome: SandboxOutcome, { run, bundle, root }: Ran): ScriptEnding {
  const failureText = ({ message, stack }: { message: string; stack?: string }) =>
    userErrorText({ message, stack: stack && bundle.ownStack(stack) }, root, run);
  switch (outcome.type) {
    case 'absent':
      return outcome;
    case 'threw':
      return { type: 'threw', message: failureText(outcome.failure) };
    case 'returned':
      return {
        type: 'returned',
        value: outcome.value === undefined ? undefined : JSON.parse(outcome.value),
        ...(outcome.promised
          ? { promised: promisedBy(run, root, outcome.rejected && failureText(outcome.rejected)) }
          : {}),
      };
    case 'lost':
      throw new AgentError(
        `${run.functionName} (${definitionPlace(run, root)}) did not survive the call: ${outcome.death}`,
        'agent',
      );
    default:
      return outcome satisfies never;
  }
}

function promisedBy(run: ScriptRun, root: string, rejection: string | undefined): Promised {
  return { place: definitionPlace(run, root), rejection };
}

function lineOf(place: GeneratedPlace | undefined, bundle: SandboxBundle, root: string): string | undefined {
  return relativePlace(place === undefined ? undefined : bundle.ownPlace(place), root);
}
