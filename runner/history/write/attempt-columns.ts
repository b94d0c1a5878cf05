import type { RunEvent, Usage } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { computeElicitedFactShare } from '../../fold/user-facts-text.ts';
import type { ColumnValue } from '../db/bulk-insert.ts';
import { type StoredRow, toColumnName } from '../db/select.ts';

/** `usage` is the sum over all roles in the attempt. */
type FinishedAttempt = {
  event: Extract<RunEvent, { type: 'case.finished' }>;
  firstSeq: number;
  caseHash: string;
  usage: Usage | undefined;
};

type AttemptRow = StoredRow<'attempts'>;

/** Computes the value of each column of an attempt's row. */
const columnReaders: { [Column in keyof AttemptRow]: (finishedAttempt: FinishedAttempt) => AttemptRow[Column] } = {
  runId: ({ event }) => event.runId,
  suiteKey: ({ event }) => event.suiteKey,
  caseId: ({ event }) => event.caseId,
  caseHash: ({ caseHash }) => caseHash,
  attempt: ({ event }) => event.attempt,
  kind: ({ event }) => event.result.kind,
  status: ({ event }) => event.result.status,
  startedAt: ({ event }) => event.result.startedAt,
  durationMs: ({ event }) => event.result.durationMs,
  score: ({ event }) => event.result.score ?? null,
  elicited: ({ event }) => computeElicitedFactShare(event.result.simulator) ?? null,
  turns: ({ event }) => event.result.turns?.length ?? 1,
  inputTokens: ({ usage }) => usage?.inputTokens ?? 0,
  outputTokens: ({ usage }) => usage?.outputTokens ?? 0,
  cost: ({ usage }) => usage?.cost ?? null,
  faultBy: ({ event }) => event.result.fault?.by ?? null,
  faultKind: ({ event }) => event.result.fault?.kind ?? null,
  setAside: ({ event }) => event.result.setAside ?? null,
  decision: ({ event }) => event.result.decision ?? null,
  firstSeq: ({ firstSeq }) => firstSeq,
  lastSeq: ({ event }) => event.seq,
};

const orderedColumnReaders = Object.values(columnReaders);

/** The columns of an attempt's row, in the order in which `toAttemptColumns` returns their values. */
export const attemptColumns = Object.keys(columnReaders).map(toColumnName);

export function toAttemptColumns(finishedAttempt: FinishedAttempt): ColumnValue[] {
  return orderedColumnReaders.map((valueIn) => valueIn(finishedAttempt));
}
