import type { AgentValidation } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

/** The result of one check, before `negate` and `message` apply. */
export type AssertionOutcome = JudgedOutcome | UncheckableOutcome;

/**
 * A check that could be made. `unmet` is the failure text of a check that should hold, `met` is the failure text of a
 * negated check.
 */
export type JudgedOutcome = {
  kind: 'judged';
  holds: boolean;
  expected: Json;
  actual: Json;
  unmet: string;
  met: string;
  /** True when the value to check is missing. Then the check fails, even if it is negated. */
  isAbsent?: boolean;
  agentValidation?: AgentValidation;
};

/** A check that could not be made; `negate` never turns it into a pass. */
export type UncheckableOutcome = {
  kind: 'broken';
  message: string;
  expected: Json;
  actual: Json;
  agentValidation?: AgentValidation;
};

type AssertionExpectation = {
  holds: boolean;
  /** The subject of the claim, such as `output` or `$.status`. */
  about: string;
  /** The expectation of the claim, such as `to contain "x"`. */
  verb: string | (() => string);
  expected: Json;
  actual: Json | (() => Json);
  isAbsent?: boolean;
  /** Shown instead of the actual value when the JSON of that value would mislead. */
  describeActual?: string | (() => string);
};

/**
 * Creates a judged outcome whose failure texts are built from one sentence, with and without "not". The texts are built
 * only when they are read, because nearly all checks hold.
 */
export function createOutcomeOfExpectation(claim: AssertionExpectation): JudgedOutcome {
  return new ExpectationOutcome(claim);
}

/** This is a class, because an object literal with getters takes longer to create than most checks take to run. */
class ExpectationOutcome implements JudgedOutcome {
  readonly kind = 'judged';
  readonly holds: boolean;
  readonly expected: Json;
  readonly isAbsent: boolean;
  readonly #claim: AssertionExpectation;

  constructor(claim: AssertionExpectation) {
    this.holds = claim.holds;
    this.expected = claim.expected;
    this.isAbsent = claim.isAbsent === true;
    this.#claim = claim;
  }

  get actual(): Json {
    const { actual } = this.#claim;
    return typeof actual === 'function' ? actual() : actual;
  }

  get unmet(): string {
    return `expected ${this.#claim.about} ${resolveLazyText(this.#claim.verb)}, got ${this.#actualText()}`;
  }

  get met(): string {
    return `expected ${this.#claim.about} not ${resolveLazyText(this.#claim.verb)}, got ${this.#actualText()}`;
  }

  #actualText(): string {
    return this.#claim.describeActual === undefined
      ? formatJsonForMessage(this.actual)
      : resolveLazyText(this.#claim.describeActual);
  }
}

function resolveLazyText(text: string | (() => string)): string {
  return typeof text === 'string' ? text : text();
}

export function createUncheckableOutcome(message: string, expected: Json, actual: Json): UncheckableOutcome {
  return { kind: 'broken', message, expected, actual };
}
