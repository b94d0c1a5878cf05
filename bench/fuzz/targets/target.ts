import { isDeepStrictEqual } from 'node:util';
import type { Mutate } from '../mutate.ts';

/** Code under test that reads untrusted input, and the properties that must hold for every input. */
export type Target = {
  name: string;
  /** The weight of this fuzz target when a target is drawn. */
  weight: number;
  mutate: Mutate;
  /** Returns valid inputs, taken from the examples and fixtures of the project. */
  seeds(): string[] | Promise<string[]>;
  /** Throws if a property of the target does not hold for the input. */
  check(input: string): void | Promise<void>;
};

/** The error that is thrown if a property does not hold for an input. */
export class Violation extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Violation';
  }
}

export function requireTrue(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Violation(message);
}

export function requireEqual(found: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(found, wanted)) return;
  const toShortText = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
  throw new Violation(`${what}: ${toShortText(found)} instead of ${toShortText(wanted)}`);
}

/** Matches messages of internal errors, such as those of the JavaScript engine. */
const innerFault =
  /cannot read propert|is not a function|is not iterable|call stack|undefined \(|of undefined|of null|invalid array length|is not defined/i;

/** An error message for users must not be empty or mention internals. */
export function requireMessage(message: string): void {
  requireTrue(message.trim() !== '', 'an error without a message');
  requireTrue(!innerFault.test(message), `an error that tells of the inside: ${message.slice(0, 200)}`);
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Catches errors of these classes and returns undefined; other errors are thrown. */
export async function ignoreErrors<Value>(
  classes: readonly ErrorClass[],
  run: () => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error) || !classes.some((allowed) => error instanceof allowed)) throw error;
    requireMessage(error.message);
    return undefined;
  }
}
