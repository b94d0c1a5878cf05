import path from 'node:path';
import type { Fault, RunEventBody } from '../../../contract/index.ts';
import { createBrokenAttemptEvents } from '../../../engine/broken-attempt.ts';
import { redactEvent } from '../../../engine/redact-event.ts';
import { runAttempt } from '../../../engine/run-attempt.ts';
import type { RunDeps } from '../../../engine/run-deps.ts';
import type { RemoteAttemptRequest } from '../../../ports/index.ts';
import { findAgentRefusal } from '../../../run/prepare/check-agents.ts';
import { findNoRepeatReason } from '../../../run/prepare/check-repeats.ts';
import type { WorkspaceRuntime } from '../../../run/prepare/runtime.ts';
import { toErrorMessage } from '../../../values/index.ts';
import type { WorkOrderDelivery } from '../exchange/index.ts';
import { resolveInsideWorkspace } from './workspace-files.ts';

/**
 * An attempt is not executed any more after this many workers were lost while executing it, because the attempt itself
 * may crash them.
 */
const MAX_DELIVERIES = 10;

export type ExecuteOptions = { runId: string; root: string; ports: RunDeps; agents: WorkspaceRuntime['agents'] };

/** Executes a whole attempt and returns its events, with secrets masked. */
export async function executeDelivery(
  { runId, root, ports, agents }: ExecuteOptions,
  { order: { again, retries, ...order }, delivery }: WorkOrderDelivery,
  signal: AbortSignal,
): Promise<RunEventBody[]> {
  const planned = { ...order.planned, baseDir: path.resolve(root, order.planned.baseDir) };
  const attempt: RemoteAttemptRequest = { ...order, planned, retries };
  const brokenAttempt = await findRefusalReason(
    { attempt, root, agents, lost: delivery - 1 + (again ? 1 : 0) },
    signal,
  );
  const bodies: RunEventBody[] = [];
  const appendRedacted = (body: RunEventBody): void =>
    void bodies.push(ports.redact === undefined ? body : redactEvent(body, ports.redact));
  if (brokenAttempt !== undefined) {
    for (const body of createBrokenAttemptEvents(attempt, { ...brokenAttempt, ports })) appendRedacted(body);
    return bodies;
  }
  await runAttempt(
    {
      ...order,
      planned,
      runId,
      ports,
      log: { append: appendRedacted, reportText: () => undefined },
      mayRepeat: (tries) => tries <= retries && !signal.aborted,
      // A worker never decides that a case has enough attempts, because only the run knows the results of all its
      // attempts.
      decide: () => undefined,
    },
    signal,
  );
  return bodies;
}

type DeliveryCheck = { attempt: RemoteAttemptRequest; root: string; agents: WorkspaceRuntime['agents']; lost: number };
type BrokenAttempt = { error: string; fault: Fault };

/**
 * Returns why the attempt must not be executed on this worker, with the party at fault; undefined if it may be
 * executed.
 */
async function findRefusalReason(
  { attempt, root, agents, lost }: DeliveryCheck,
  signal: AbortSignal,
): Promise<BrokenAttempt | undefined> {
  const { planned } = attempt;
  try {
    if (lost >= MAX_DELIVERIES) {
      return createBrokenAttempt('infra', 'server', `${lost} workers were lost while they had this attempt`);
    }
    resolveInsideWorkspace(root, planned.baseDir);
    const reason = lost > 0 ? findNoRepeatReason(planned, agents) : undefined;
    if (reason !== undefined) {
      return createBrokenAttempt(
        'infra',
        'server',
        `the worker that had started this attempt was lost, and the attempt is not repeated: ${reason}`,
      );
    }
    const refusal = await findAgentRefusal(planned, agents, signal);
    return refusal === undefined ? undefined : createBrokenAttempt('case', 'configuration', refusal);
  } catch (error) {
    return createBrokenAttempt('case', 'configuration', toErrorMessage(error));
  }
}

function createBrokenAttempt(by: Fault['by'], kind: Fault['kind'], error: string): BrokenAttempt {
  const rule = by === 'infra' ? 'a worker was lost' : 'the agent cannot run this case';
  return { error, fault: { by, kind, severity: 'critical_hindered', rule, evidence: error, confidence: 'certain' } };
}
