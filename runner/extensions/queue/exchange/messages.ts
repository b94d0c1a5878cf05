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
  /** The ids of the participating workers, in a fixed order: they share the limits of the connectors. */
  workers: z.array(z.string()),
  /** The round number, which grows whenever the set of participating workers changes. */
  round: z.int(),
  /** True when no worker exceeds its share in this round any more, so that new workers may start. */
  isAgreed: z.boolean(),
});
export type LimitSharingState = z.infer<typeof sharingSchema>;

/**
 * A run that looks for workers, as stored in the list of runs. Unknown fields are allowed, because later versions may
 * add fields.
 */
export const runRecordSchema = z.object({
  runId: z.string(),
  /** The version of Turntree; workers with another version take no attempts of the run. */
  version: z.string(),
  host: z.string(),
  /** The digest of all files of the workspace. */
  workspace: z.string(),
  /** The agents and table scorers that must exist on a worker. */
  agents: z.array(z.object({ id: z.string(), connector: z.string().optional() })),
  scorers: z.array(z.object({ type: z.string(), folder: z.string() })),
  timeoutMs: z.number(),
  allowPartial: z.boolean(),
  /**
   * A counter that grows while the run is alive. It is used instead of a time, because the clocks of machines cannot be
   * compared.
   */
  beat: z.int(),
  cancelled: z.boolean(),
  /**
   * True when the run has ended for its workers. A missing record does not mean this: then the queue has lost the
   * record, and the run will restore it.
   */
  ended: z.boolean(),
  sharing: sharingSchema,
  orders: openOrdersSchema,
  /** The maximum number of workers, if a connector limits the number of calls at once. */
  most: z.int().optional(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;
/** The fields of a run's record that do not change during the run. */
export type ConstantRunRecord = Omit<RunRecord, 'beat' | 'cancelled' | 'ended' | 'sharing' | 'orders'>;

/** Digests of files, by their paths relative to the workspace, with forward slashes. */
export const fileDigestsSchema = z.record(z.string(), z.string());
export type FileDigests = z.infer<typeof fileDigestsSchema>;

/** Not validated further, because the planner of the same version created it, not a person. */
const plannedCaseSchema = z.custom<PlannedCase>((value) => typeof value === 'object' && value !== null);

export const orderSchema = z.object({
  planned: plannedCaseSchema,
  attempt: z.int().positive(),
  retries: z.int(),
  setAside: z.enum(['repeat', 'quarantine', 'expect_fail']).optional(),
  /** True if the order was in the queue before the queue lost it, so that a worker may have started the attempt. */
  again: z.boolean(),
});
export type AttemptOrder = z.infer<typeof orderSchema>;

const bodySchema = z.unknown().transform((value): RunEventBody => {
  const nowhere = { v: EVENT_VERSION, runId: 'elsewhere', seq: 1, at: 0 };
  const { v: _v, runId: _runId, seq: _seq, at: _at, ...body } = runEventSchema.parse({ ...Object(value), ...nowhere });
  return body;
});

/** The worker's name for people; several workers may have the same name. */
const workerIdFields = { id: z.string(), worker: z.string() };
const workerStateFields = {
  /** A counter that grows with every sign of life of a worker. */
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

/** Messages from workers to the run. The events of one delivery of an attempt may be split into several parts. */
export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alive'), ...workerIdFields, ...workerStateFields }),
  z.object({ kind: z.literal('left'), ...workerIdFields }),
  z.object({ kind: z.literal('refused'), worker: z.string(), reasons: z.array(z.string()) }),
  /** The worker did not execute an order. */
  z.object({ kind: z.literal('order-refused'), worker: z.string(), order: z.string(), reason: z.string() }),
  z.object({
    kind: z.literal('events'),
    ...workerIdFields,
    order: z.string(),
    delivery: z.string(),
    /** How many times the attempt was offered to workers. */
    taken: z.int(),
    part: z.int(),
    parts: z.int(),
    events: z.array(bodySchema),
    /**
     * The values that the answers contained at the configured paths of their agents, for all answers that the worker
     * received in this run.
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
