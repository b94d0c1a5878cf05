import path from 'node:path';
import type { Fault, RunEventBody } from '../../../contract/index.ts';
import { brokenAttemptEvents } from '../../../engine/broken-attempt.ts';
import { redactEvent } from '../../../engine/redact-event.ts';
import { runAttempt } from '../../../engine/run-attempt.ts';
import type { RunDeps } from '../../../engine/run-deps.ts';
import type { RemoteAttemptRequest } from '../../../ports/index.ts';
import { findRefusal } from '../../../run/prepare/check-agents.ts';
import { noRepeatReason } from '../../../run/prepare/check-repeats.ts';
import type { WorkspaceRuntime } from '../../../run/prepare/runtime.ts';
import { errorText } from '../../../values/index.ts';
import type { OrderDelivery } from '../exchange/index.ts';
import { resolveInsideWorkspace } from './workspace-files.ts';

/** An attempt whose workers keep getting lost may be what crashes them. */
const MOST_DELIVERIES = 10;

export type ExecuteOptions = { runId: string; root: string; ports: RunDeps; agents: WorkspaceRuntime['agents'] };

/** Executes a whole attempt and returns its events with secrets masked. */
export async function executeDelivery(
  { runId, root, ports, agents }: ExecuteOptions,
  { order: { again, retries, ...order }, delivery }: OrderDelivery,
  signal: AbortSignal,
): Promise<RunEventBody[]> {
  const planned = { ...order.planned, baseDir: path.resolve(root, order.planned.baseDir) };
  const attempt: RemoteAttemptRequest = { ...order, planned, retries };
  const broken = await refusalReason({ attempt, root, agents, lost: delivery - 1 + (again ? 1 : 0) }, signal);
  const bodies: RunEventBody[] = [];
  const append = (body: RunEventBody): void =>
    void bodies.push(ports.redact === undefined ? body : redactEvent(body, ports.redact));
  if (broken !== undefined) {
    for (const body of brokenAttemptEvents(attempt, { ...broken, ports })) append(body);
    return bodies;
  }
  await runAttempt(
    {
      ...order,
      planned,
      runId,
      ports,
      log: { append, reportText: () => undefined },
      mayRepeat: (tries) => tries <= retries && !signal.aborted,
      // Only the run knows the results of all attempts of a case, so a worker decides nothing.
      decide: () => undefined,
    },
    signal,
  );
  return bodies;
}

type DeliveryCheck = { attempt: RemoteAttemptRequest; root: string; agents: WorkspaceRuntime['agents']; lost: number };
type BrokenAttempt = { error: string; fault: Fault };

/** Returns why the attempt must not be executed on this worker, and whose fault that is. */
async function refusalReason(
  { attempt, root, agents, lost }: DeliveryCheck,
  signal: AbortSignal,
): Promise<BrokenAttempt | undefined> {
  const { planned } = attempt;
  try {
    if (lost >= MOST_DELIVERIES) {
      return failAttempt('infra', 'server', `${lost} workers were lost while they had this attempt`);
    }
    resolveInsideWorkspace(root, planned.baseDir);
    const reason = lost > 0 ? noRepeatReason(planned, agents) : undefined;
    if (reason !== undefined) {
      return failAttempt(
        'infra',
        'server',
        `the worker that had started this attempt was lost, and the attempt is not repeated: ${reason}`,
      );
    }
    const refusal = await findRefusal(planned, agents, signal);
    return refusal === undefined ? undefined : failAttempt('case', 'configuration', refusal);
  } catch (error) {
    return failAttempt('case', 'configuration', errorText(error));
  }
}

function failAttempt(by: Fault['by'], kind: Fault['kind'], error: string): BrokenAttempt {
  const rule = by === 'infra' ? 'a worker was lost' : 'the agent cannot run this case';
  return { error, fault: { by, kind, severity: 'critical_hindered', rule, evidence: error, confidence: 'certain' } };
}
