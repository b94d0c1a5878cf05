import { isInvariantCheck, satisfyingCall } from '../../assertions/assertion-types.ts';
import type { Subject } from '../../assertions/subject.ts';
import type {
  Assertion,
  AssertionResult,
  Checkpoint,
  CheckpointResult,
  CheckpointVerdict,
} from '../../contract/index.ts';
import type { AttemptEventBody } from '../../ports/index.ts';
import type { JudgeAssertion } from '../attempt/judge.ts';

/** Makes the checks, and receives the results of the checkpoints. */
export type Checking = {
  judge: JudgeAssertion;
  emit(event: Extract<AttemptEventBody, { type: 'checkpoint.updated' }>): void;
};

/** The checkpoints of a conversation, and how far it has come. */
export type CheckpointBoard = {
  /** Checks everything not yet decided against one turn; returns the ids reached by it, in order of dependency. */
  check(checking: Checking, turn: { subject: Subject; turn: number }): Promise<string[]>;
  /** Tells which invariants have held to the end. */
  end(checking: Pick<Checking, 'emit'>, turn: number): void;
  results(): CheckpointResult[];
  /** Required checkpoints that are not reached, in the order they are written. */
  missing(): string[];
  /** Required invariants that did not hold in some turn, each with what was wrong. */
  broken(): string[];
  /** What is wrong with the first missing checkpoint, or the first invariant, whose check could not be made. */
  brokenCheck(): string | undefined;
  /** What `strict` does not allow: the first checkpoint that held before its turn. */
  outOfOrder(): string | undefined;
};

/** `rules: 1` knows no invariants, and no order of the calls inside a turn. */
export type BoardRules = { rules: 1 | 2; strict?: boolean | undefined };

type Entry = { checkpoint: Checkpoint; isInvariant: boolean; result: CheckpointResult; broken?: string | undefined };
/** One turn's check of an ordinary checkpoint. Agents are asked once it is its turn. */
type Trial = { entry: Entry; results: (AssertionResult | undefined)[] };
/** Behind the last call of a turn: where `strict` sees its text. */
const AFTER_CALLS = Number.POSITIVE_INFINITY;

export function createCheckpointBoard(
  checkpoints: readonly Checkpoint[],
  { rules, strict = false }: BoardRules,
): CheckpointBoard {
  const entries = checkpoints.map((checkpoint): Entry => {
    const isInvariant = rules === 2 && checkpoint.assert.every(isInvariantCheck);
    return { checkpoint, isInvariant, result: unreached(checkpoint, isInvariant) };
  });
  const byId = new Map(entries.map((entry) => [entry.checkpoint.id, entry]));
  /** An invariant stands in nobody's way: it is there when its own prerequisites are. */
  const isThere = (id: string): boolean => {
    const entry = byId.get(id);
    if (entry === undefined) return false;
    return entry.isInvariant ? entry.checkpoint.after.every(isThere) : entry.result.reached;
  };
  const isMissing = ({ isInvariant, result }: Entry): boolean => !isInvariant && result.required && !result.reached;
  const isBroken = ({ isInvariant, result }: Entry): boolean =>
    isInvariant && result.required && result.invariant === 'broken';
  let tooEarly: string | undefined;

  return {
    async check(checking, { subject, turn }) {
      const seen = { checking, subject, turn };
      const trials: Trial[] = [];
      for (const entry of entries) {
        if (!entry.isInvariant && !entry.result.reached) trials.push(await tryEntry(entry, seen));
      }
      const inTurn = { ...seen, positions: new Map<string, number | undefined>(), isThere, rules, strict };
      // A checkpoint reached in a turn may unblock one listed before it, so the written order does not matter.
      for (let before = -1; before < inTurn.positions.size; ) {
        before = inTurn.positions.size;
        for (const trial of trials) await reach(trial, inTurn);
      }
      for (const trial of trials) {
        const early = reportUnreached(trial, inTurn);
        tooEarly ??= early;
      }
      for (const entry of entries) {
        if (!entry.isInvariant || entry.result.invariant === 'broken' || !isThere(entry.checkpoint.id)) continue;
        await checkInvariant(entry, seen);
      }
      return [...inTurn.positions.keys()];
    },
    end(checking, turn) {
      for (const { isInvariant, result, broken } of entries) {
        if (!isInvariant || result.invariant !== 'kept' || broken !== undefined) continue;
        checking.emit({ type: 'checkpoint.updated', checkpoint: result.id, turn, state: 'kept' });
      }
    },
    results: () => entries.map(({ result }) => ({ ...result, outOfOrderAtTurns: [...result.outOfOrderAtTurns] })),
    missing: () => entries.filter(isMissing).map(({ result }) => result.id),
    broken: () =>
      entries
        .filter(isBroken)
        .map(
          ({ result: { id, brokenAtTurn, message } }) => `checkpoint ${id} broken in turn ${brokenAtTurn}: ${message}`,
        ),
    brokenCheck() {
      const entry = entries.find((one) => one.broken !== undefined && (isMissing(one) || one.isInvariant));
      return entry === undefined ? undefined : `checkpoint ${entry.result.id}: ${entry.broken}`;
    },
    outOfOrder: () => (strict ? tooEarly : undefined),
  };
}

type TurnCheck = { checking: Checking; subject: Subject; turn: number };
/** Where in the turn each checkpoint was reached; which prerequisites are there. */
type InTurn = TurnCheck & {
  positions: Map<string, number | undefined>;
  isThere: (id: string) => boolean;
  rules: 1 | 2;
  strict: boolean;
};

function unreached({ id, description, after, required, assert }: Checkpoint, isInvariant: boolean): CheckpointResult {
  const tool = assert.map(toolAskedFor).find((name) => name !== undefined);
  return {
    id,
    tool,
    description,
    after,
    required,
    reached: false,
    outOfOrderAtTurns: [],
    passed: false,
    ...(isInvariant ? { invariant: 'not_judged' as const } : {}),
  };
}

function toolAskedFor(assertion: Checkpoint['assert'][number]): string | undefined {
  if (assertion.type === 'tool_result') return assertion.value.tool;
  if (assertion.type !== 'tool_called') return undefined;
  const { value, name } = assertion;
  if (value === undefined) return name;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(' or ') : value.name;
}

async function tryEntry(entry: Entry, { checking, subject, turn }: TurnCheck): Promise<Trial> {
  const results: Trial['results'] = [];
  for (const assertion of entry.checkpoint.assert) {
    results.push(assertion.type === 'agent' ? undefined : await checking.judge({ assertion, subject, turn }));
  }
  return { entry, results };
}

async function reach(trial: Trial, { positions, isThere, rules, strict, ...seen }: InTurn): Promise<void> {
  const { entry } = trial;
  const { id: checkpoint, after, assert } = entry.checkpoint;
  if (entry.result.reached || !after.every(isThere)) return;
  await askAgents(trial, seen);
  if (!learn(entry, decided(trial))) return;
  const { checking, subject, turn } = seen;
  const from = Math.max(-1, ...after.map((id) => positions.get(id) ?? -1));
  const place = rules === 1 ? undefined : placeInTurn(assert, { subject, from, strict });
  if (place === 'too early') return;
  positions.set(checkpoint, place);
  Object.assign(entry.result, { reached: true, passed: true, reachedAtTurn: turn, message: undefined });
  checking.emit({ type: 'checkpoint.updated', checkpoint, turn, state: 'reached', ...verdictsOf(trial) });
}

async function askAgents({ entry, results }: Trial, { checking, subject, turn }: TurnCheck): Promise<void> {
  for (const [index, assertion] of entry.checkpoint.assert.entries()) {
    results[index] ??= await checking.judge({ assertion, subject, turn });
  }
}

function decided({ results }: Trial): AssertionResult[] {
  return results.filter((result) => result !== undefined);
}

/** The verdicts that cannot be found again without asking. */
function verdictsOf(trial: Trial): { verdicts?: CheckpointVerdict[] } {
  const verdicts = decided(trial).flatMap(({ type, status, message, negate, asked }) =>
    asked === undefined ? [] : [{ type, status, asked, message, negate }],
  );
  return verdicts.length === 0 ? {} : { verdicts };
}

/** Keeps what the check of one turn says about a checkpoint, and tells whether all of it holds. */
function learn(entry: Entry, results: readonly AssertionResult[]): boolean {
  const validation = results.find((result) => result.agentValidation !== undefined)?.agentValidation;
  if (validation !== undefined) entry.result.agentValidation = validation;
  const complaint = results.find((result) => result.status !== 'passed');
  entry.broken = results.find((result) => result.status === 'error')?.message;
  if (complaint === undefined) return true;
  entry.result.message = complaint.message ?? complaint.type;
  return false;
}

/**
 * Calls of one turn have an order, its text has none: it comes before and after them. Answers the position of the last
 * call that the checkpoint needs behind `from`, and nothing where it needs none.
 */
function placeInTurn(
  assert: readonly Assertion[],
  { subject, from, strict }: { subject: Subject; from: number; strict: boolean },
): number | 'too early' | undefined {
  const calls = assert.flatMap((assertion) => {
    const isSatisfying = satisfyingCall(assertion);
    if (isSatisfying === undefined) return [];
    return [subject.toolCalls.findIndex((call, position) => position > from && isSatisfying(call))];
  });
  if (calls.includes(-1)) return 'too early';
  if (calls.length > 0) return Math.max(...calls);
  return strict ? AFTER_CALLS : undefined;
}

async function checkInvariant(entry: Entry, { checking, subject, turn }: TurnCheck): Promise<void> {
  const trial: Trial = { entry, results: [] };
  const { result } = entry;
  const wasBroken = entry.broken;
  await askAgents(trial, { checking, subject, turn });
  const holds = learn(entry, decided(trial));
  entry.broken ??= wasBroken;
  if (decided(trial).some(({ status }) => status === 'failed')) {
    const broken = { invariant: 'broken', reached: false, passed: false, reachedAtTurn: undefined };
    Object.assign(result, { ...broken, brokenAtTurn: turn });
    const { id: checkpoint, message } = result;
    checking.emit({ type: 'checkpoint.updated', checkpoint, turn, state: 'broken', message, ...verdictsOf(trial) });
    return;
  }
  const isSound = holds && entry.broken === undefined;
  Object.assign(result, { invariant: isSound ? 'kept' : 'not_judged', reached: isSound, passed: isSound });
  if (!isSound) return;
  result.reachedAtTurn ??= turn;
  result.message = undefined;
}

/** Answers what `strict` would say of it. */
function reportUnreached(trial: Trial, { checking, turn, isThere }: InTurn): string | undefined {
  const { entry } = trial;
  const { result } = entry;
  if (result.reached) return undefined;
  const update = { type: 'checkpoint.updated', checkpoint: result.id, turn, ...verdictsOf(trial) } as const;
  const blockers = result.after.filter((id) => !isThere(id));
  const holds = learn(entry, decided(trial));
  if (!holds) {
    checking.emit({ ...update, state: 'failed_try', message: result.message });
    return undefined;
  }
  if (trial.results.includes(undefined)) {
    result.message = `not judged: it comes after ${blockers.join(', ')}`;
    checking.emit({ ...update, state: 'failed_try', message: result.message });
    return undefined;
  }
  result.outOfOrderAtTurns.push(turn);
  const before = blockers.length === 0 ? 'its call came before that of' : 'before its turn: it comes after';
  result.message = `held at turn ${turn}, ${before} ${(blockers.length === 0 ? result.after : blockers).join(', ')}`;
  checking.emit({ ...update, state: 'out_of_order', message: result.message });
  return `checkpoint ${result.id} ${result.message}`;
}
