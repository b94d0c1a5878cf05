import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';

/** The finding of a test's check, as sent to the host. */
export type ToldAssertion = {
  type: string;
  status: 'passed' | 'failed' | 'error';
  message?: string;
  expected?: unknown;
  actual?: unknown;
};

/** The listener of a test. `stack` begins where the test made its check. */
export type TestListener = {
  asserted(assertion: ToldAssertion, stack: string): void;
  logged(text: string): void;
  /** Has the host make a check of a case file, and waits for what it found. */
  judge(assertion: Assertion, output: Json): unknown;
};

export type Caller = (...values: unknown[]) => unknown;

export type Desk = {
  /** The test has ended: a check comes too late. */
  isOver: boolean;
  failed: boolean;
  /** How many checks were made. */
  told: number;
  skipped: string | undefined;
  pending: Promise<unknown>[];
  listener: TestListener;
  tell(assertion: ToldAssertion, stack: string): void;
};

/** Takes what a test `name` finds. What it finds after its end is an error: nobody waited for it. */
export function createDesk(name: string, listener: TestListener): Desk {
  const desk: Desk = {
    isOver: false,
    failed: false,
    told: 0,
    skipped: undefined,
    pending: [],
    listener,
    tell(assertion, stack) {
      if (assertion.status !== 'passed') desk.failed = true;
      desk.told += 1;
      const late = `made after the test "${name}" had ended: await what makes the check`;
      listener.asserted(desk.isOver ? broken(assertion.type, late) : assertion, stack);
    },
  };
  return desk;
}

/** The stack of who called `caller`. */
export function stackAbove(caller: Caller): string {
  const place = { stack: '' };
  Error.captureStackTrace(place, caller);
  return place.stack;
}

/** The finding of a check that could not be made. */
export function broken(type: string, message: string): ToldAssertion {
  return { type, status: 'error', message };
}
