import * as z from 'zod';
import {
  answerPathSchema,
  EVENT_VERSION,
  type PlannedCase,
  type RunEventBody,
  runEventSchema,
} from '../../../contract/index.ts';
import { openWorkOrdersSchema } from './open-orders.ts';

export const sharingSchema = z.object({
  /**
   * The ids of the participating workers, in a fixed order, from which each worker computes its share of the connector
   * limits.
   */
  workers: z.array(z.string()),
  /**
   * The number of the current division of the limits (round). It grows whenever the set of participating workers
   * changes.
   */
  round: z.int(),
  /** True when all workers have confirmed their share in this round, so that new workers may start. */
  isAgreed: z.boolean(),
});
export type LimitSharingState = z.infer<typeof sharingSchema>;

/**
 * The record of a run in the list of runs, where workers find it. Unknown fields are allowed, because later versions
 * may add fields.
 */
export const runRecordSchema = z.object({
  runId: z.string(),
  /** The version of Turntree; workers with another version take no attempts of the run. */
  version: z.string(),
  host: z.string(),
  /** The digest of all files of the workspace. */
  workspace: z.string(),
  /** The agents and table scorers that a worker must have. */
  agents: z.array(z.object({ id: z.string(), connector: z.string().optional() })),
  scorers: z.array(z.object({ type: z.string(), folder: z.string() })),
  timeoutMs: z.number(),
  allowPartial: z.boolean(),
  /**
   * A counter that is increased regularly while the run is alive. It is not a time, because the clocks of machines may
   * differ.
   */
  beat: z.int(),
  cancelled: z.boolean(),
  /**
   * True when the workers have nothing more to do for the run. A missing record does not mean this: in that case the
   * queue has lost the record, and the run will write it again.
   */
  ended: z.boolean(),
  sharing: sharingSchema,
  orders: openWorkOrdersSchema,
  /** The maximum number of workers; missing if no connector limits the number of concurrent calls. */
  most: z.int().optional(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;
/** The fields of a run's record that stay the same during the run. */
export type ConstantRunRecord = Omit<RunRecord, 'beat' | 'cancelled' | 'ended' | 'sharing' | 'orders'>;

/** Digests of files by path. The paths are relative to the workspace and have forward slashes. */
export const fileDigestsSchema = z.record(z.string(), z.string());
export type FileDigests = z.infer<typeof fileDigestsSchema>;

/** Not validated further, because the data was created by the planner of the same version, not written by a person. */
const plannedCaseSchema = z.custom<PlannedCase>((value) => typeof value === 'object' && value !== null);

export const workOrderSchema = z.object({
  planned: plannedCaseSchema,
  attempt: z.int().positive(),
  retries: z.int(),
  setAside: z.enum(['repeat', 'quarantine', 'expect_fail']).optional(),
  /**
   * True if the attempt is offered again because the queue had lost it, so that a worker may already have started it.
   */
  again: z.boolean(),
});
export type AttemptWorkOrder = z.infer<typeof workOrderSchema>;

const bodySchema = z.unknown().transform((value): RunEventBody => {
  const nowhere = { v: EVENT_VERSION, runId: 'elsewhere', seq: 1, at: 0 };
  const { v: _v, runId: _runId, seq: _seq, at: _at, ...body } = runEventSchema.parse({ ...Object(value), ...nowhere });
  return body;
});

/** `worker` is a readable name; several workers may have the same name. */
const workerIdFields = { id: z.string(), worker: z.string() };
const workerStateFields = {
  /** A counter that is increased with every heartbeat of the worker. */
  beat: z.int(),
  /** The number of attempts that the worker may run at once. */
  parallel: z.int(),
  busy: z.int(),
  done: z.int(),
  /** How long the longest attempt in progress has been running so far, in milliseconds. */
  longestMs: z.number(),
  /** The latest round of limit shares that the worker has confirmed. */
  kept: z.int(),
};

/**
 * Messages from workers to the run. The events that a worker sends for one attempt may be split into several messages
 * (`part` of `parts`).
 */
export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alive'), ...workerIdFields, ...workerStateFields }),
  z.object({ kind: z.literal('left'), ...workerIdFields }),
  z.object({ kind: z.literal('refused'), worker: z.string(), reasons: z.array(z.string()) }),
  /** Sent if the worker did not execute an order. */
  z.object({ kind: z.literal('order-refused'), worker: z.string(), order: z.string(), reason: z.string() }),
  z.object({
    kind: z.literal('events'),
    ...workerIdFields,
    order: z.string(),
    delivery: z.string(),
    /** How many times workers have taken the order from the queue, including this time. */
    taken: z.int(),
    part: z.int(),
    parts: z.int(),
    events: z.array(bodySchema),
    /**
     * The values found in answers at the paths that the config of the agents names, for all answers that the worker
     * received in this run.
     */
    paths: z.array(answerPathSchema),
  }),
]);
export type WorkerMessage = z.infer<typeof messageSchema>;

/** The names of the lists that all runs and workers use. */
export const RUNS_LIST = 'turntree-runs';
export const WORKSPACES_LIST = 'turntree-workspaces';

export function orderListName(runId: string): string {
  return `turntree-orders-${runId}`;
}

export function messageListName(runId: string): string {
  return `turntree-messages-${runId}`;
}
