import type { CaseResult, Fault } from '../contract/index.ts';

/**
 * The numbers of failed attempts, by the party at fault. `not_agent` means that a reviewer decided that the agent is
 * not at fault, and that the party at fault is unknown.
 */
export type FaultCounts = Partial<Record<Fault['by'] | 'not_agent', number>>;

/** The fields of a fault that lists display. */
export type FaultSummary = Pick<Fault, 'by' | 'kind'>;

/** A reviewer's decision whether a hint (a fault that is only likely) is a fault. */
export type FaultHintReview = {
  suiteKey: string;
  caseId: string;
  attempt: number;
  /** The key that identifies the hint in its attempt, as `toFaultHintKey` returns it. */
  fault: string;
  reviewer: string;
  word: 'confirmed' | 'dismissed';
  /** The party at fault if the hint is confirmed and decides the attempt; otherwise null. */
  blames: Fault['by'] | null;
};

/** Returns a key that is unique among the hints of an attempt. */
export function toFaultHintKey({ by, kind, turn = 0 }: Pick<Fault, 'by' | 'kind' | 'turn'>): string {
  return `${by} ${kind} ${turn}`;
}

export function addToFaultCounts(counts: FaultCounts, by: keyof FaultCounts | undefined, change = 1): FaultCounts {
  return by === undefined ? counts : { ...counts, [by]: (counts[by] ?? 0) + change };
}

/** Counts failed attempts by the party at fault. Excluded attempts are not counted. */
export function countFaults(results: Iterable<Pick<CaseResult, 'fault' | 'setAside'>>): FaultCounts {
  let counts: FaultCounts = {};
  for (const { fault, setAside } of results) if (setAside === undefined) counts = addToFaultCounts(counts, fault?.by);
  return counts;
}

/** Returns the decisive fault of a result and its hints, in the form in which list rows store them. */
export function summarizeFaults({ fault, faults = [] }: Pick<CaseResult, 'fault' | 'faults'>): {
  fault: FaultSummary | undefined;
  hints: FaultSummary[] | undefined;
} {
  const hints = faults.filter(isFaultHint).map(toFaultSummary);
  return { fault: fault && toFaultSummary(fault), hints: hints.length === 0 ? undefined : hints };
}

/**
 * Returns true for a hint: a fault that is only likely and does not decide the attempt. The fault `wrong_answer` is
 * also only likely, but it decides the attempt.
 */
export function isFaultHint({ kind, confidence }: Pick<Fault, 'kind' | 'confidence'>): boolean {
  return confidence === 'likely' && kind !== 'wrong_answer';
}

function toFaultSummary({ by, kind }: Fault): FaultSummary {
  return { by, kind };
}
