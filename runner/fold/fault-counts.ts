import type { CaseResult, Fault } from '../contract/index.ts';

/** Attempts by the party whose fault decided them. `not_agent`: a person says so, and nobody knows whose it was. */
export type FaultCounts = Partial<Record<Fault['by'] | 'not_agent', number>>;

/** What lists know of a fault. */
export type FaultMark = Pick<Fault, 'by' | 'kind'>;

/** What a person says of a hint: whether it is a fault. */
export type HintWord = {
  suiteKey: string;
  caseId: string;
  attempt: number;
  /** The hint: see `hintKey`. */
  fault: string;
  reviewer: string;
  word: 'confirmed' | 'dismissed';
  /** Whoever the hint names, where a confirmed one decides the attempt; else null. */
  blames: Fault['by'] | null;
};

/** Tells the hints of an attempt apart. */
export function hintKey({ by, kind, turn = 0 }: Pick<Fault, 'by' | 'kind' | 'turn'>): string {
  return `${by} ${kind} ${turn}`;
}

export function addFault(counts: FaultCounts, by: keyof FaultCounts | undefined, change = 1): FaultCounts {
  return by === undefined ? counts : { ...counts, [by]: (counts[by] ?? 0) + change };
}

/** Counts the attempts that went wrong by whose fault it was; those that are set aside are in no count. */
export function countFaults(results: Iterable<Pick<CaseResult, 'fault' | 'setAside'>>): FaultCounts {
  let counts: FaultCounts = {};
  for (const { fault, setAside } of results) if (setAside === undefined) counts = addFault(counts, fault?.by);
  return counts;
}

/** The decisive fault of a result and the hints beside it, as rows keep them. */
export function faultMarks({ fault, faults = [] }: Pick<CaseResult, 'fault' | 'faults'>): {
  fault: FaultMark | undefined;
  hints: FaultMark[] | undefined;
} {
  const hints = faults.filter(isHint).map(toMark);
  return { fault: fault && toMark(fault), hints: hints.length === 0 ? undefined : hints };
}

/** A hint is a likely fault that decides nothing. A wrong answer is never certain, and decides. */
export function isHint({ kind, confidence }: Pick<Fault, 'kind' | 'confidence'>): boolean {
  return confidence === 'likely' && kind !== 'wrong_answer';
}

function toMark({ by, kind }: Fault): FaultMark {
  return { by, kind };
}
