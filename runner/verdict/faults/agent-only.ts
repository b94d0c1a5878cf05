import type { Counts, Fault, Review } from '../../contract/index.ts';
import { type AttemptRow, addFault, type FaultCounts, hasEnded, isFailing, type RunState } from '../../fold/index.ts';
import { decimalPercent, formatCount } from '../../values/index.ts';
import { countJudged, passRate } from '../pass-rate.ts';

/** The pass rate without the attempts that went wrong by the fault of others. */
type AgentOnlyRate = {
  /** 0 to 1, or null when nothing is left to judge the agent by. */
  rate: number | null;
  passed: number;
  judged: number;
  /** How many were left out, by whose fault, most first. */
  leftOut: { by: Exclude<keyof FaultCounts, 'agent'>; count: number }[];
};

/** Returns the rate where it differs from the pass rate of all attempts; `undefined` where the two are the same. */
export function agentOnlyRate(counts: Counts, faults: FaultCounts): AgentOnlyRate | undefined {
  const leftOut = others(faults);
  const count = leftOut.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return undefined;
  const judged = countJudged(counts) - count;
  const rate = judged === 0 ? null : counts.passed / judged;
  return rate === passRate(counts) ? undefined : { rate, passed: counts.passed, judged, leftOut };
}

/** `82.1% agent only (23 of 28; 7 left out: 4 simulator, 2 infra, 1 judge) · 65.7% all`, where the two rates differ. */
export function bothRatesWords(counts: Counts, faults: FaultCounts): string | undefined {
  const agentOnly = agentOnlyRate(counts, faults);
  const all = passRate(counts);
  if (agentOnly === undefined || all === null) return undefined;
  return `${agentOnlyWords(agentOnly)} · ${decimalPercent(all)} all`;
}

/** `82.1% agent only (23 of 28; 7 left out: 4 simulator, 2 infra, 1 judge)` */
function agentOnlyWords({ rate, passed, judged, leftOut }: AgentOnlyRate): string {
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  const each = leftOut.map(({ by, count }) => `${formatCount(count)} ${partyWords[by]}`).join(', ');
  const share = rate === null ? 'nothing left' : decimalPercent(rate);
  return `${share} agent only (${formatCount(passed)} of ${formatCount(judged)}; ${formatCount(total)} left out: ${each})`;
}

/** How outputs write a party. */
const partyWords: Readonly<Record<keyof FaultCounts, string>> = {
  agent: 'agent',
  simulator: 'simulator',
  judge: 'judge',
  infra: 'infra',
  case: 'case',
  user_code: 'user code',
  not_agent: 'not the agent',
};

/**
 * Whose fault an attempt that went wrong is. A person's "not the agent's fault" comes first: then it is whoever the
 * certain fault or the first hint names, else nobody knows who. Attempts of older versions are the agent's.
 */
export function blamedFor(
  { status, fault, hints = [] }: Pick<AttemptRow, 'status' | 'fault' | 'hints'>,
  verdict?: Review['verdict'],
): keyof FaultCounts | undefined {
  if (!hasEnded(status) || !isFailing(status)) return undefined;
  const by: Fault['by'] = fault?.by ?? 'agent';
  if (verdict !== 'not_agent' || by !== 'agent') return by;
  return hints.find((hint) => hint.by !== 'agent')?.by ?? 'not_agent';
}

/** The attempts of a run that went wrong, by whose fault, with what its reviews say. */
export function runFaults({ rows, faults, reviews = [] }: Pick<RunState, 'rows' | 'faults' | 'reviews'>): FaultCounts {
  const words = reviews.filter(({ verdict }) => verdict === 'not_agent');
  return words.reduce<FaultCounts>((sum, { suiteKey, caseId, attempt }, position) => {
    const isRepeated = words.slice(0, position).some((word) => isSameAttempt(word, { suiteKey, caseId, attempt }));
    const row = rows.find((each) => each.suiteKey === suiteKey && each.id === caseId);
    const found = row?.attempts.find((each) => each.attempt === attempt);
    if (found === undefined || found.setAside !== undefined || isRepeated) return sum;
    const [before, after] = [blamedFor(found), blamedFor(found, 'not_agent')];
    if (before === after) return sum;
    return addFault(found.fault === undefined ? sum : addFault(sum, before, -1), after);
  }, faults);
}

type Address = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

function isSameAttempt(left: Address, right: Address): boolean {
  return left.suiteKey === right.suiteKey && left.caseId === right.caseId && left.attempt === right.attempt;
}

function others({ agent: _, ...rest }: FaultCounts): AgentOnlyRate['leftOut'] {
  const counts: FaultCounts = rest;
  const parties = ['simulator', 'infra', 'judge', 'case', 'user_code', 'not_agent'] as const;
  return parties
    .map((by) => ({ by, count: counts[by] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count);
}
