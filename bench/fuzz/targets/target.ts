import { isDeepStrictEqual } from 'node:util';
import type { Mutate } from '../mutate.ts';

/** Something that reads what it is given, and what has to be true of it whatever that is. */
export type Target = {
  name: string;
  /** The share of all inputs that it gets, in relation to that of others. */
  weight: number;
  mutate: Mutate;
  /** Inputs that are right, from the examples and fixtures of the project. */
  seeds(): string[] | Promise<string[]>;
  /** Throws when the input is treated in a way that it must never be. */
  check(input: string): void | Promise<void>;
};

/** A property that does not hold. */
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

/** The message of a fault of the program, where one of the input was expected. */
const innerFault =
  /cannot read propert|is not a function|is not iterable|call stack|undefined \(|of undefined|of null|invalid array length|is not defined/i;

/** What people are told: something, and nothing of the inside. */
export function requireMessage(message: string): void {
  requireTrue(message.trim() !== '', 'an error without a message');
  requireTrue(!innerFault.test(message), `an error that tells of the inside: ${message.slice(0, 200)}`);
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Allows errors of these classes; `undefined` then. */
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
