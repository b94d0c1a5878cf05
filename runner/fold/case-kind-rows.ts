import type { CaseKind, CaseResult, CheckpointResult, ResultByKind, Score, ScoreCell } from '../contract/index.ts';
import { getLongTextPreview, withoutUndefined } from '../values/index.ts';
import { summarizeFaults } from './fault-counts.ts';
import { describeBrokenInferredRules } from './inferred-text.ts';
import type { AttemptDetails, AttemptRow, CheckpointStatus } from './run-state.ts';
import { formatUnjudgedParts } from './unjudged-text.ts';

/**
 * The differences between kinds of cases that lists and verdicts need. They are defined only here, so that other code
 * need not check the kind of a case.
 */
interface CaseKindRowDefinition<Kind extends CaseKind = CaseKind> {
  judgedBy: 'checks' | 'checkpoints' | 'accuracy' | 'scores';
  /** Row fields of a finished attempt that are specific to this kind. */
  details(result: ResultByKind[Kind]): AttemptDetails[Kind] & { turns?: number };
}

const caseKindRowDefinitions: { readonly [Kind in CaseKind]: CaseKindRowDefinition<Kind> } = {
  standard: { judgedBy: 'checks', details: ({ status }) => ({ turns: status === 'skipped' ? 0 : 1 }) },
  dynamic: {
    judgedBy: 'checkpoints',
    details: ({ turns = [], checkpoints }) => ({
      turns: turns.length,
      pips: checkpoints && collectCheckpointStatuses(checkpoints),
    }),
  },
  script: { judgedBy: 'checks', details: () => ({}) },
  consistency: {
    judgedBy: 'accuracy',
    details: (result) => ({
      samples: result.samples?.length,
      metrics: result.metrics,
      verdicts: result.scores?.length,
      score: result.score,
      checkFailed: hasFailedCheck(result) || undefined,
    }),
  },
  experiment: {
    judgedBy: 'scores',
    details: ({ scores, score }) => ({ verdicts: scores?.length, cells: scores?.map(toScoreCell), score }),
  },
};

type ObjectWithCaseKind = { kind: CaseKind };
type RowWithKind<One, Kind extends CaseKind> = One & { kind: Kind };

/**
 * Returns true for a case whose answers are compared with each other or with a reference answer, which gives an
 * accuracy.
 */
export function isJudgedByAccuracy<One extends ObjectWithCaseKind>(row: One): row is RowWithKind<One, 'consistency'> {
  return caseKindRowDefinitions[row.kind].judgedBy === 'accuracy';
}

/** Returns true for a case whose answers are rated by scorers. */
export function isJudgedByScores<One extends ObjectWithCaseKind>(row: One): row is RowWithKind<One, 'experiment'> {
  return caseKindRowDefinitions[row.kind].judgedBy === 'scores';
}

/** The maximum number of warnings in a row. It is small, because the rows of all attempts are kept in memory. */
const MAX_ROW_WARNINGS = 3;

/** Returns the fields of a list row for an attempt that has ended. */
export function toFinishedRowFields(result: CaseResult): Partial<AttemptRow> {
  const { status, setAside, decision, startedAt, durationMs, error, reason, endReason } = result;
  const { unjudged, idle, warnings, injection } = result;
  const inferred = describeBrokenInferredRules(result.inferred);
  const rows: CaseKindRowDefinition = caseKindRowDefinitions[result.kind];
  return {
    phase: undefined,
    ...withoutUndefined({
      status,
      setAside,
      decision,
      startedAt,
      durationMs,
      turns: 0,
      error: error === undefined ? undefined : getLongTextPreview(error).slice(0, 300),
      reason: reason === undefined ? undefined : getLongTextPreview(reason),
      endReason,
      ...summarizeFaults(result),
      unjudged: unjudged && getLongTextPreview(formatUnjudgedParts(unjudged)),
      idle: idle?.map(getLongTextPreview),
      warnings: warnings?.slice(0, MAX_ROW_WARNINGS).map(getLongTextPreview),
      inferred: inferred && getLongTextPreview(inferred),
      injection: injection && selectInjectionColumns(injection),
      ...rows.details(result),
    }),
  };
}

function selectInjectionColumns({
  verdict,
  task,
  attack,
  turn,
}: NonNullable<CaseResult['injection']>): AttemptRow['injection'] {
  return { verdict, task, attack, ...(turn === undefined ? {} : { turn }) };
}

/** Returns the row fields of an attempt after one more score. */
export function addScoreToRow(
  { verdicts = 0, cells = [] }: Partial<AttemptRow>,
  kind: CaseKind,
  score: Score,
): Partial<AttemptRow> {
  return { verdicts: verdicts + 1, ...(isJudgedByScores({ kind }) ? { cells: [...cells, toScoreCell(score)] } : {}) };
}

function hasFailedCheck({ status, assertions }: CaseResult): boolean {
  return status !== 'skipped' && assertions.some((assertion) => assertion.status !== 'passed');
}

function toScoreCell({ metric, score, passed, range, notScorable }: Score): ScoreCell {
  return withoutUndefined({ metric, score, passed, range, notScorable });
}

function collectCheckpointStatuses(
  checkpoints: NonNullable<CaseResult['checkpoints']>,
): Record<string, CheckpointStatus> {
  return Object.fromEntries(
    checkpoints.flatMap((checkpoint) => {
      const dot = toCheckpointStatus(checkpoint);
      return dot === undefined ? [] : [[checkpoint.id, dot]];
    }),
  );
}

function toCheckpointStatus(checkpoint: CheckpointResult): CheckpointStatus | undefined {
  const { invariant, brokenAtTurn, reachedAtTurn, outOfOrderAtTurns } = checkpoint;
  if (invariant === 'not_judged') return undefined;
  if (invariant !== undefined) return { state: invariant, turn: brokenAtTurn ?? reachedAtTurn ?? 1 };
  if (reachedAtTurn !== undefined) return { state: 'reached', turn: reachedAtTurn };
  const outOfOrder = outOfOrderAtTurns.at(-1);
  return outOfOrder === undefined ? undefined : { state: 'out_of_order', turn: outOfOrder };
}
