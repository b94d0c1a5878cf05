import type { AgentValidation } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { showJson } from './text-form.ts';

/** The finding of one check, before `negate` and `message` apply. */
export type Outcome = Judged | Broken;

/** A check that could be made. `unmet` is the failure text when it should hold, `met` when it should not. */
export type Judged = {
  kind: 'judged';
  holds: boolean;
  expected: Json;
  actual: Json;
  unmet: string;
  met: string;
  /** What it is about was not there: then it fails, negated or not. */
  isAbsent?: boolean;
  agentValidation?: AgentValidation;
};

/** A check that could not be made; `negate` never turns it into a pass. */
export type Broken = {
  kind: 'broken';
  message: string;
  expected: Json;
  actual: Json;
  agentValidation?: AgentValidation;
};

type Claim = {
  holds: boolean;
  /** The subject of the claim: `output`, `$.status`. */
  about: string;
  /** The expectation: `to contain "x"`. */
  verb: string;
  expected: Json;
  actual: Json;
  isAbsent?: boolean;
  /** The wording of the actual value if its JSON would mislead. */
  got?: string;
};

/**
 * A judged check whose failure texts follow from one sentence, with and without "not". They are written when they are
 * read: nearly all checks hold.
 */
export function judge(claim: Claim): Judged {
  const got = (): string => claim.got ?? showJson(claim.actual);
  return {
    kind: 'judged',
    holds: claim.holds,
    expected: claim.expected,
    actual: claim.actual,
    ...(claim.isAbsent === true ? { isAbsent: true } : {}),
    get unmet() {
      return `expected ${claim.about} ${claim.verb}, got ${got()}`;
    },
    get met() {
      return `expected ${claim.about} not ${claim.verb}, got ${got()}`;
    },
  };
}

export function broken(message: string, expected: Json, actual: Json): Broken {
  return { kind: 'broken', message, expected, actual };
}
