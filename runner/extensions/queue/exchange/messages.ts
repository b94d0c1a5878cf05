import * as z from 'zod';
import {
  answerPathSchema,
  EVENT_VERSION,
  type PlannedCase,
  type RunEventBody,
  runEventSchema,
} from '../../../contract/index.ts';
import { openOrdersSchema } from './open-orders.ts';

export const sharingSchema = z.object({
  /** The ids of the participating workers, in order: they share the limits of the connectors. */
  workers: z.array(z.string()),
  /** Grows whenever the set of participating workers changes. */
  round: z.int(),
  /** True once no worker exceeds its share of this round, so that new workers may begin. */
  isAgreed: z.boolean(),
});
export type LimitSharingState = z.infer<typeof sharingSchema>;

/** A run that wants workers, as stored in the list of runs. Parsed loosely, because later versions may add fields. */
export const runRecordSchema = z.object({
  runId: z.string(),
  /** Version of Turntree: workers of another version take nothing. */
  version: z.string(),
  host: z.string(),
  /** The digest of all files of the workspace. */
  workspace: z.string(),
  /** Agents that must exist on a worker, and the scorers of tables. */
  agents: z.array(z.object({ id: z.string(), connector: z.string().optional() })),
  scorers: z.array(z.object({ type: z.string(), folder: z.string() })),
  timeoutMs: z.number(),
  allowPartial: z.boolean(),
  /** A counter that grows as long as the run is alive, because clocks of machines cannot be compared. */
  beat: z.int(),
  cancelled: z.boolean(),
  /**
   * Only this field ends a run for its workers. A missing record does not: the queue has lost it, and the run will
   * restore it.
   */
  ended: z.boolean(),
  sharing: sharingSchema,
  orders: openOrdersSchema,
  /** Maximum number of workers, if connectors limit the calls at once. */
  most: z.int().optional(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;
/** The fields of a record that do not change during its run. */
export type ConstantRunRecord = Omit<RunRecord, 'beat' | 'cancelled' | 'ended' | 'sharing' | 'orders'>;

/** Digests of files, by path below the workspace with forward slashes. */
export const fileDigestsSchema = z.record(z.string(), z.string());
export type FileDigests = z.infer<typeof fileDigestsSchema>;

/** Not validated further: it was made by the planner of the same version, not written by a person. */
const plannedCaseSchema = z.custom<PlannedCase>((value) => typeof value === 'object' && value !== null);

export const orderSchema = z.object({
  planned: plannedCaseSchema,
  attempt: z.int().positive(),
  retries: z.int(),
  setAside: z.enum(['repeat', 'quarantine', 'expect_fail']).optional(),
  /** The order was handed out before the queue lost it, so the attempt may have begun. */
  again: z.boolean(),
});
export type AttemptOrder = z.infer<typeof orderSchema>;

const bodySchema = z.unknown().transform((value): RunEventBody => {
  const nowhere = { v: EVENT_VERSION, runId: 'elsewhere', seq: 1, at: 0 };
  const { v: _v, runId: _runId, seq: _seq, at: _at, ...body } = runEventSchema.parse({ ...Object(value), ...nowhere });
  return body;
});

/** The name is for people; several workers may have the same. */
const whoSchema = { id: z.string(), worker: z.string() };
const paceSchema = {
  /** A counter that grows with every sign of life of a worker. */
  beat: z.int(),
  /** Attempts that may run at once. */
  parallel: z.int(),
  busy: z.int(),
  done: z.int(),
  /** Duration so far of the longest attempt in progress, in milliseconds. */
  longestMs: z.number(),
  /** The latest round of shares that the worker has confirmed. */
  kept: z.int(),
};

/** Messages from workers to the run. The events of one delivery of an attempt may be split into several parts. */
export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alive'), ...whoSchema, ...paceSchema }),
  z.object({ kind: z.literal('left'), ...whoSchema }),
  z.object({ kind: z.literal('refused'), worker: z.string(), reasons: z.array(z.string()) }),
  /** An order that was not executed. */
  z.object({ kind: z.literal('order-refused'), worker: z.string(), order: z.string(), reason: z.string() }),
  z.object({
    kind: z.literal('events'),
    ...whoSchema,
    order: z.string(),
    delivery: z.string(),
    /** How often the attempt was given out. */
    taken: z.int(),
    part: z.int(),
    parts: z.int(),
    events: z.array(bodySchema),
    /**
     * The values that all answers received by the worker in this run contained at the configured paths of their
     * agents.
     */
    paths: z.array(answerPathSchema),
  }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

/** The lists that runs and workers share. */
export const RUNS_LIST = 'turntree-runs';
export const WORKSPACES_LIST = 'turntree-workspaces';

export function orderListName(runId: string): string {
  return `turntree-orders-${runId}`;
}

export function messageListName(runId: string): string {
  return `turntree-messages-${runId}`;
}
