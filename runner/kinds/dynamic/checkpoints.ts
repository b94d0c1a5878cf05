import type { Subject } from '../../assertions/subject.ts';
import type {
  Assertion,
  AssertionResult,
  Checkpoint,
  CheckpointResult,
  CheckpointVerdict,
} from '../../contract/index.ts';
import type { AttemptEventBody } from '../../ports/index.ts';

/** Makes the checks, and receives the results of the checkpoints. */
export type Checking = {
  judge(judgement: { assertion: Assertion; subject: Subject; turn: number }): Promise<AssertionResult>;
  emit(event: Extract<AttemptEventBody, { type: 'checkpoint.updated' }>): void;
};

/** The checkpoints of a conversation, and how far it has come. */
export type CheckpointBoard = {
  /** Checks everything not yet reached against one turn; returns the ids reached by it, in order of dependency. */
  check(checking: Checking, turn: { subject: Subject; turn: number }): Promise<string[]>;
  results(): CheckpointResult[];
  /** Required checkpoints that are not reached, in the order they are written. */
  missing(): string[];
  /** Of the missing ones, what is wrong with the first whose last check could not be made. */
  brokenCheck(): string | undefined;
};

type Entry = { checkpoint: Checkpoint; result: CheckpointResult; broken?: string | undefined };
type Verdict = { entry: Entry; holds: boolean; verdicts: CheckpointVerdict[] };

export function createCheckpointBoard(checkpoints: readonly Checkpoint[]): CheckpointBoard {
  const entries = checkpoints.map((checkpoint): Entry => ({ checkpoint, result: unreached(checkpoint) }));
  const isReached = (id: string): boolean => entries.some(({ result }) => result.id === id && result.reached);
  const isMissing = ({ result }: Entry): boolean => result.required && !result.reached;

  return {
    async check(checking, { subject, turn }) {
      const verdicts: Verdict[] = [];
      for (const entry of entries) {
        if (entry.result.reached) continue;
        const results = await judgeAll(checking, { checkpoint: entry.checkpoint, subject, turn });
        verdicts.push({ entry, holds: learn(entry, results), verdicts: verdictsIn(results) });
      }
      const reached = reachUntilStable(verdicts, { isReached, turn });
      for (const id of reached) {
        const said = verdicts.find(({ entry }) => entry.result.id === id)?.verdicts ?? [];
        checking.emit({ type: 'checkpoint.updated', checkpoint: id, turn, state: 'reached', ...saidBy(said) });
      }
      for (const verdict of verdicts) reportUnreached(checking, verdict, turn);
      return reached;
    },
    results: () => entries.map(({ result }) => ({ ...result, outOfOrderAtTurns: [...result.outOfOrderAtTurns] })),
    missing: () => entries.filter(isMissing).map(({ result }) => result.id),
    brokenCheck() {
      const entry = entries.find((candidate) => isMissing(candidate) && candidate.broken !== undefined);
      return entry === undefined ? undefined : `checkpoint ${entry.result.id}: ${entry.broken}`;
    },
  };
}

function unreached({ id, description, after, required, assert }: Checkpoint): CheckpointResult {
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

async function judgeAll(
  checking: Checking,
  { checkpoint, subject, turn }: { checkpoint: Checkpoint; subject: Subject; turn: number },
): Promise<AssertionResult[]> {
  const results: AssertionResult[] = [];
  for (const assertion of checkpoint.assert) results.push(await checking.judge({ assertion, subject, turn }));
  return results;
}

/** Returns the verdicts that cannot be found again without asking. */
function verdictsIn(results: readonly AssertionResult[]): CheckpointVerdict[] {
  return results.flatMap(({ type, status, message, negate, asked }) =>
    asked === undefined
      ? []
      : [
          {
            type,
            status,
            asked,
            message,
            negate,
          },
        ],
  );
}

function saidBy(verdicts: CheckpointVerdict[]): { verdicts?: CheckpointVerdict[] } {
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

/** A checkpoint reached in a turn may unblock one listed before it, so the written order does not matter. */
function reachUntilStable(
  verdicts: readonly Verdict[],
  { isReached, turn }: { isReached: (id: string) => boolean; turn: number },
): string[] {
  const reached: string[] = [];
  let changed = true;
  while (changed) {
    changed = false;
    for (const { entry, holds } of verdicts) {
      if (!holds || entry.result.reached || !entry.checkpoint.after.every(isReached)) continue;
      Object.assign(entry.result, { reached: true, passed: true, reachedAtTurn: turn, message: undefined });
      reached.push(entry.result.id);
      changed = true;
    }
  }
  return reached;
}

function reportUnreached(checking: Checking, { entry, holds, verdicts }: Verdict, turn: number): void {
  const { result } = entry;
  if (result.reached) return;
  const update = { type: 'checkpoint.updated', checkpoint: result.id, turn, ...saidBy(verdicts) } as const;
  if (!holds) {
    checking.emit({ ...update, state: 'failed_try', message: result.message });
    return;
  }
  result.outOfOrderAtTurns.push(turn);
  result.message = `held at turn ${turn}, before its turn: it comes after ${result.after.join(', ')}`;
  const { message } = result;
  checking.emit({ ...update, state: 'out_of_order', message });
}
