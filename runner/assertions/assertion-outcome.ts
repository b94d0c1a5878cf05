import type { AgentValidation } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

/** The result of a check before `negate` and `message` are applied. */
export type AssertionOutcome = JudgedOutcome | UncheckableOutcome;

/**
 * The result of a check that could be made. `unmet` is the message if the check fails; `met` is the message if the
 * negated check fails.
 */
export type JudgedOutcome = {
  kind: 'judged';
  holds: boolean;
  expected: Json;
  actual: Json;
  unmet: string;
  met: string;
  /** True if the value to check is missing. Then the check fails even if it is negated. */
  isAbsent?: boolean;
  agentValidation?: AgentValidation;
};

/** The result of a check that could not be made. It is not a pass, even if the check is negated. */
export type UncheckableOutcome = {
  kind: 'broken';
  message: string;
  expected: Json;
  actual: Json;
  agentValidation?: AgentValidation;
};

type AssertionExpectation = {
  holds: boolean;
  /** What the check is about, such as `output` or `$.status`. */
  about: string;
  /** What the check expects, such as `to contain "x"`. */
  verb: string | (() => string);
  expected: Json;
  actual: Json | (() => Json);
  isAbsent?: boolean;
  /** Shown instead of the actual value if the JSON of the value would mislead the reader. */
  describeActual?: string | (() => string);
};

/**
 * Creates the outcome of a check with the messages for both results. The messages are built only when they are read,
 * because nearly all checks pass.
 */
export function createOutcomeOfExpectation(claim: AssertionExpectation): JudgedOutcome {
  return new ExpectationOutcome(claim);
}

/** A class, because creating an object literal with getters takes longer than most checks. */
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
