import { AgentError } from '../../ports/index.ts';
import { findDefinitionLocation } from '../../scripts/definition-location.ts';
import type { TestReport } from '../../scripts/test-object/test-function-call.ts';
import { describeUserError, describeWorkerDeath, toRelativeLocation } from '../../scripts/user-error.ts';
import type { GeneratedPosition } from '../../scripts/worker/pipes.ts';
import type { Json } from '../../values/index.ts';
import { createContextFields } from './context-fields.ts';
import type { SandboxBundle } from './sandbox/sandbox-bundle.ts';
import type { SandboxCall } from './sandbox/sandbox-protocol.ts';
import { sandboxQuestionSchema } from './sandbox/sandbox-question.ts';
import type { SandboxOutcome } from './sandbox/sandbox-slot.ts';
import type { YaoTurn } from './yao-turn.ts';

export type ScriptRun = {
  file: string;
  functionName: string;
  values: Json[];
  /** Whether `ctx` is the first or the last argument; undefined if it is not passed. */
  context?: 'first' | 'last' | undefined;
  /** If set, a returned promise is awaited, which Yao does not do. */
  awaitsPromises?: true;
  /** Set for a test function, which gets a `t` and whose promises are awaited. */
  test?: TestReport | undefined;
  /** The source that the script's log lines show. */
  source: string;
  /** The names of the calls that are waiting for this call, the outermost first. */
  chain: readonly string[];
};

/**
 * Describes a returned promise that was not awaited. `place` is where the function is defined, `rejection` the error if
 * the promise has already been rejected.
 */
type UnawaitedPromise = { place: string; rejection?: string };

/** `value` is undefined if the function returned nothing. */
export type ScriptCallResult =
  | { type: 'returned'; value: Json | undefined; promised?: UnawaitedPromise }
  | { type: 'threw'; message: string }
  | { type: 'absent'; found: string[] };

/**
 * Runs a function of an assistant's script in a fresh context, and answers the questions that the script asks its host.
 */
export async function runScript(run: ScriptRun, turn: YaoTurn, signal: AbortSignal): Promise<ScriptCallResult> {
  const { runtime } = turn;
  const bundle = await runtime.bundle(run.file);
  const { functionName, context, test } = run;
  const outcome = await runtime.sandbox.call(
    {
      marker: bundle.marker,
      code: bundle.code,
      functionName,
      values: JSON.stringify(run.values),
      context:
        context === undefined ? undefined : { fields: JSON.stringify(createContextFields(turn)), position: context },
      callMode: chooseSandboxCallMode(run),
      maxAnswer: runtime.maxAnswer,
    },
    {
      onHang: (position) => {
        const location = position.then((generatedPlace) => formatSourcePosition(generatedPlace, bundle, runtime.root));
        turn.request.context.report?.({ type: 'hang', location });
      },
      log: (kind, text) => (test === undefined ? turn.log(formatLogSource(run, kind), text) : test.log(kind, text)),
      ask: (question) =>
        runtime.answer(sandboxQuestionSchema.parse(question), { turn, chain: run.chain, test }, signal),
      asserted: (assertion, stack) => test?.asserted(assertion, bundle.ownStack(stack)),
    },
    signal,
  );
  return toScriptCallResult(outcome, { run, bundle, root: runtime.root });
}

/** Console output of checks and hooks of cases is logged under the name of the source only, as for scripts in Node. */
function formatLogSource({ source, awaitsPromises }: ScriptRun, kind: string): string {
  return awaitsPromises === true && kind.startsWith('console.') ? source : `${source} ${kind}`;
}

function chooseSandboxCallMode({ awaitsPromises, test }: ScriptRun): SandboxCall['callMode'] {
  if (test !== undefined) return 'test';
  return awaitsPromises === true ? 'waiting' : 'as Yao';
}

type FinishedScriptRun = { run: ScriptRun; bundle: SandboxBundle; root: string };

function toScriptCallResult(outcome: SandboxOutcome, { run, bundle, root }: FinishedScriptRun): ScriptCallResult {
  const formatFailure = ({ message, stack }: { message: string; stack?: string }) =>
    describeUserError({ message, stack: stack && bundle.ownStack(stack) }, root, run);
  switch (outcome.type) {
    case 'absent':
      return outcome;
    case 'threw':
      return { type: 'threw', message: formatFailure(outcome.failure) };
    case 'returned':
      return {
        type: 'returned',
        value: outcome.value === undefined ? undefined : JSON.parse(outcome.value),
        ...(outcome.promised
          ? { promised: describeUnawaitedPromise(run, root, outcome.rejected && formatFailure(outcome.rejected)) }
          : {}),
      };
    case 'lost':
      throw new AgentError(
        `${run.functionName} (${findDefinitionLocation(run, root)}) ended during the call: ${describeWorkerDeath(bundle.ownStack(outcome.death), root)}`,
        'agent',
      );
    default:
      return outcome satisfies never;
  }
}

function describeUnawaitedPromise(run: ScriptRun, root: string, rejection: string | undefined): UnawaitedPromise {
  return { place: findDefinitionLocation(run, root), rejection };
}

function formatSourcePosition(
  position: GeneratedPosition | undefined,
  bundle: SandboxBundle,
  root: string,
): string | undefined {
  return toRelativeLocation(position === undefined ? undefined : bundle.ownPlace(position), root);
}
