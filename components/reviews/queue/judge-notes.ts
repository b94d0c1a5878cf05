import type { AgentValidation, AssertionResult, CaseResult, CheckpointResult } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { getLongTextPreview, toJsonText } from '@/runner/values';
import type { StatusName } from '@/runner/verdict';

/** The result of a judge or check, on one turn or, if `turn` is undefined, on the whole conversation. */
export type JudgeNote = {
  turn: number | undefined;
  status: StatusName;
  /** What was checked: the criteria of a judge, a checkpoint or an assertion. */
  subject: string;
  /** The judge's reason, or why a check failed. */
  words: string | undefined;
  isJudge: boolean;
};

/** Returns the results to show for an attempt: those of judges and checkpoints, and those of failed checks. */
export function listJudgeNotes({ result, assertions, turns }: AttemptState): JudgeNote[] {
  const numbered = new Set(turns.map(({ turn }) => turn));
  const notes = [...assertions.flatMap(toAssertionNotes), ...listResultCheckpoints(result).map(toCheckpointNote)];
  return notes.map((note) => {
    const turn = note.turn ?? (note.words && findTurnQuotedByJudge(note.words, turns));
    return { ...note, turn: typeof turn === 'number' && numbered.has(turn) ? turn : undefined };
  });
}

/** Returns what a case requires, without the results. */
export function listExpectations({ result, assertions }: AttemptState): string[] {
  const checks = assertions.map(({ type, negate, path, expected, agentValidation }) => {
    const expectedText = typeof expected === 'string' ? getLongTextPreview(expected) : expected && toJsonText(expected);
    const words = [negate === true && 'not', type, path, expectedText].filter(Boolean).join(' ');
    return formatCriteria(agentValidation) ?? words;
  });
  const checkpoints = listResultCheckpoints(result).map(({ id, description }) =>
    description === undefined ? `checkpoint ${id}` : `checkpoint ${id}: ${description}`,
  );
  return [...new Set([...checks, ...checkpoints])];
}

function toAssertionNotes({ type, status, message, agentValidation, turn }: AssertionResult): JudgeNote[] {
  if (agentValidation === undefined && status === 'passed') return [];
  const words = agentValidation?.reason || message;
  const subject = formatCriteria(agentValidation) ?? type;
  const quotedTurn = agentValidation?.rulings?.find((ruling) => ruling.turn !== undefined)?.turn;
  return [
    {
      turn: turn ?? quotedTurn,
      status,
      subject,
      words: words && getLongTextPreview(words),
      isJudge: agentValidation !== undefined,
    },
  ];
}

function toCheckpointNote(checkpoint: CheckpointResult): JudgeNote {
  const { id, reached, passed, reachedAtTurn, brokenAtTurn, invariant, message, agentValidation } = checkpoint;
  const words = agentValidation?.reason ?? (passed ? undefined : message);
  return {
    turn: brokenAtTurn ?? reachedAtTurn,
    status: invariant === 'broken' ? 'broken' : reachedStatus(reached),
    subject: `checkpoint ${id}`,
    words: words && getLongTextPreview(words),
    isJudge: agentValidation !== undefined,
  };
}

function reachedStatus(isReached: boolean): StatusName {
  return isReached ? 'reached' : 'missed';
}

function listResultCheckpoints(result: CaseResult | undefined): CheckpointResult[] {
  return result !== undefined && 'checkpoints' in result ? (result.checkpoints ?? []) : [];
}

function formatCriteria(validation: AgentValidation | undefined): string | undefined {
  const { criteria } = validation ?? {};
  if (criteria === undefined || criteria === null) return undefined;
  return typeof criteria === 'string' ? getLongTextPreview(criteria) : toJsonText(criteria);
}

/**
 * Matches quotations of at least 8 characters. An apostrophe is not a quotation mark, because it has letters on both
 * sides.
 */
const quotationPattern = /(?<![\p{L}\p{N}])["“”'‘«]([^"“”«»]{8,300}?)["“”'’»](?![\p{L}\p{N}])/gu;

/** Returns the turn whose answer contains a quotation in the judge's reason. */
export function findTurnQuotedByJudge(words: string, turns: AttemptState['turns']): number | undefined {
  for (const [, quote = ''] of words.matchAll(quotationPattern)) {
    const sought = toPlainText(quote);
    const quotedTurn = turns.find(
      ({ response }) => response !== undefined && toPlainText(response.content).includes(sought),
    );
    if (quotedTurn !== undefined) return quotedTurn.turn;
  }
  return undefined;
}

function toPlainText(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
