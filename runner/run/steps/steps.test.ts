import { describe, expect, it } from 'vitest';
import { createRunSteps, type RunStep } from './steps.ts';

const neverAborted = new AbortController().signal;

function tracked() {
  const trace: string[] = [];
  const step = <Context, Added extends object>(
    title: string,
    setup: (context: Context) => Added,
    teardown?: () => void,
  ): RunStep<Context, Added> => ({
    title,
    setup(context) {
      trace.push(title);
      return setup(context);
    },
    teardown() {
      trace.push(`end of ${title}`);
      teardown?.();
    },
  });
  return { trace, step };
}

function fail(message: string): never {
  throw new Error(message);
}

describe('steps', () => {
  it('each get what those before it returned, and are torn down the last first', async () => {
    const { trace, step } = tracked();
    const steps = createRunSteps<{ start: number }>()
      .add(step('load', ({ start }: { start: number }) => ({ loaded: start + 1 })))
      .add(step('double', ({ loaded }: { loaded: number }) => ({ doubled: loaded * 2 })));
    expect(steps.titles).toEqual(['load', 'double']);
    const result = await steps.run({ start: 1 }, (context) => ({ ...context }), neverAborted);
    expect(result).toEqual({ start: 1, loaded: 2, doubled: 4 });
    expect(trace).toEqual(['load', 'double', 'end of double', 'end of load']);
  });

  it('tear down only what was set up', async () => {
    const { trace, step } = tracked();
    const steps = createRunSteps<object>()
      .add(step('open', () => ({})))
      .add(step('break', () => fail('broken')))
      .add(step('never', () => ({})));
    await expect(steps.run({}, () => undefined, neverAborted)).rejects.toThrow('broken');
    expect(trace).toEqual(['open', 'break', 'end of open']);
  });

  it('throw what went wrong first, and tear down all the same', async () => {
    const { trace, step } = tracked();
    const steps = createRunSteps<object>()
      .add(step('outer', () => ({})))
      .add(
        step(
          'inner',
          () => ({}),
          () => fail('cannot be closed'),
        ),
      );
    await expect(steps.run({}, () => fail('the cause'), neverAborted)).rejects.toThrow('the cause');
    expect(trace).toEqual(['outer', 'inner', 'end of inner', 'end of outer']);
    await expect(steps.run({}, () => 'done', neverAborted)).rejects.toThrow('cannot be closed');
  });
});
