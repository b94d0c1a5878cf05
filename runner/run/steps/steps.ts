/**
 * A step of a job. The following steps can use the result of `setup`; `teardown` disposes it after they have ended,
 * successfully or not.
 */
export type RunStep<Context, Added extends object> = {
  title: string;
  setup(context: Context, signal: AbortSignal): Added | Promise<Added>;
  teardown?(context: Context & Added): void | Promise<void>;
};

/** A list of steps in order. Each step receives the results of all steps before it. */
export type RunSteps<Start, Context> = {
  titles: readonly string[];
  add<Added extends object>(step: RunStep<Context, Added>): RunSteps<Start, Context & Added>;
  /**
   * Runs all steps, then `finish`; then calls the teardown of the steps that were set up, in reverse order. Throws the
   * first error.
   */
  run<Result>(
    start: Start,
    finish: (context: Context) => Result | Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
};

export function createRunSteps<Start>(): RunSteps<Start, Start> {
  return {
    titles: [],
    add: (step) => addStep(createRunSteps<Start>(), step),
    run: async (start, finish) => finish(start),
  };
}

function addStep<Start, Context, Added extends object>(
  before: RunSteps<Start, Context>,
  step: RunStep<Context, Added>,
): RunSteps<Start, Context & Added> {
  const steps: RunSteps<Start, Context & Added> = {
    titles: [...before.titles, step.title],
    add: (next) => addStep(steps, next),
    run: (start, finish, signal) => before.run(start, (context) => runStep({ step, context, finish }, signal), signal),
  };
  return steps;
}

type StepExecution<Context, Added extends object, Result> = {
  step: RunStep<Context, Added>;
  context: Context;
  finish: (context: Context & Added) => Result | Promise<Result>;
};

async function runStep<Context, Added extends object, Result>(
  { step, context, finish }: StepExecution<Context, Added, Result>,
  signal: AbortSignal,
): Promise<Result> {
  const after = { ...context, ...(await step.setup(context, signal)) };
  const runTeardownOfStep = async (): Promise<void> => step.teardown?.(after);
  let result: Result;
  try {
    result = await finish(after);
  } catch (error) {
    // The first error is kept, because it is more informative than a later error from `teardown`.
    await runTeardownOfStep().catch(() => undefined);
    throw error;
  }
  await runTeardownOfStep();
  return result;
}
