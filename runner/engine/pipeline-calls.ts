import type { Message, PlannedCase, RunPlan } from '../contract/index.ts';
import type { AgentWithSentRequest, OrderedCallWindow, RunKind, SentRequest } from '../ports/index.ts';
import { createCallContext } from './ask-agent.ts';
import { buildAttemptSessionId } from './attempt-context.ts';
import type { RunDeps } from './run-deps.ts';

/** An attempt to run. `sentAgent` is the agent that has already received its request, if the request was sent ahead. */
export type AttemptToRun = { planned: PlannedCase; attempt: number; sentAgent?: AgentWithSentRequest | undefined };
export type AttemptRunner = (job: AttemptToRun, signal: AbortSignal) => Promise<void>;

/** Attempts to run in order. If there is a `window`, their requests can be sent to the agent ahead of time. */
export type AttemptSequence = { jobs: Iterable<AttemptToRun>; window?: OrderedCallWindow | undefined };

/**
 * How many requests are sent ahead, in addition to those that the agent is answering. A larger number would not be
 * faster.
 */
const CALLS_SENT_AHEAD = 32;
/**
 * Requests are sent ahead only for sequences with at least this many calls, in addition to those that run in parallel.
 */
const MIN_CALLS_IN_A_ROW = 8;
/**
 * The maximum number of waiting attempts. Without it, skipped attempts, which need no call, would all be queued at
 * once.
 */
const MAX_WAITING_ATTEMPTS = 1_000;

/**
 * Divides the attempts of a plan into sequences. A sequence with enough attempts gets a window for sending requests
 * ahead, unless the results of attempts decide whether later ones run.
 */
export async function* splitPlanForPipelining(
  plan: RunPlan,
  ports: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<AttemptSequence> {
  const { cases, options } = plan;
  const isDecidedBetween = options.autoRuns !== undefined || options.failFast || options.maxCost !== undefined;
  if (isDecidedBetween || ports.remoteExecutor !== undefined)
    return yield { jobs: listAttempts(plan, 0, cases.length) };
  const minLength = MIN_CALLS_IN_A_ROW + 2 * options.parallel;
  let begin = 0;
  let end = 0;
  for (let next = 0; next < cases.length; next = end) {
    end = findEndOfCasesWithSameAgent(cases, next, ports.kinds);
    const window = end - next < minLength ? undefined : await openCallWindow(cases.at(next), { plan, ports }, signal);
    if (window === undefined) continue;
    if (begin < next) yield { jobs: listAttempts(plan, begin, next) };
    yield { jobs: listAttempts(plan, next, end), window };
    begin = end;
  }
  if (begin < cases.length) yield { jobs: listAttempts(plan, begin, cases.length) };
}

/**
 * Returns the index after the last of the consecutive single calls to the same agent that start at `begin`; at least
 * `begin` + 1.
 */
function findEndOfCasesWithSameAgent(cases: RunPlan['cases'], begin: number, kinds: RunDeps['kinds']): number {
  let end = begin;
  for (; end < cases.length; end += 1) {
    const [firstPlanned, planned] = [cases.at(begin), cases.at(end)];
    if (firstPlanned === undefined || planned === undefined) break;
    if (planned.agentId !== firstPlanned.agentId || planned.connector !== firstPlanned.connector) break;
    if (planned.skipReason === undefined && findSingleCallMessages(planned, kinds) === undefined) break;
  }
  return Math.max(end, begin + 1);
}

function findSingleCallMessages(planned: PlannedCase, kinds: RunDeps['kinds']): Message[] | undefined {
  const kind: RunKind = kinds[planned.case.kind];
  return kind.singleCall?.(planned.case);
}

/**
 * Opens the agent for sending requests ahead. Returns undefined if that fails, because each attempt with this agent
 * reports the reason.
 */
async function openCallWindow(
  planned: PlannedCase | undefined,
  { plan, ports }: { plan: RunPlan; ports: RunDeps },
  signal: AbortSignal,
): Promise<OrderedCallWindow | undefined> {
  if (planned === undefined || findSingleCallMessages(planned, ports.kinds) === undefined) return undefined;
  const { agentId: id, connector } = planned;
  const agent = await ports.agents.agent({ id, connector }, signal).catch(() => undefined);
  return agent?.openWindow?.(plan.options.parallel);
}

function* listAttempts({ cases, options }: RunPlan, begin: number, end: number): Generator<AttemptToRun> {
  const attemptsPerCase = options.autoRuns === undefined ? options.attempts : 1;
  for (let index = begin; index < end; index += 1) {
    const planned = cases.at(index);
    for (let attempt = 1; planned !== undefined && attempt <= attemptsPerCase; attempt += 1) yield { planned, attempt };
  }
}

type PipelinedCallsContext = {
  plan: RunPlan;
  ports: RunDeps;
  jobs: Iterable<AttemptToRun>;
  window: OrderedCallWindow;
  /** Returns true for attempts without a call, because they are skipped or reused from another run. */
  needsNoCall(job: AttemptToRun): boolean;
  runJob: AttemptRunner;
};

type QueuedAttempt = { job: AttemptToRun; isSent: boolean; isAnswered: boolean };

/**
 * Runs attempts whose requests are sent ahead. Each attempt starts when the agent begins to answer its request. An
 * agent that handles one request at a time does so when the previous attempt has finished, so the measured times are
 * correct.
 */
export async function executeWithPipelinedCalls(context: PipelinedCallsContext, signal: AbortSignal): Promise<void> {
  const { plan, window, runJob } = context;
  const { parallel } = plan.options;
  const jobs = context.jobs[Symbol.iterator]();
  const allEnded = Promise.withResolvers<void>();
  /**
   * Attempts whose requests the agent has not begun to answer, and attempts without a call between them, in the order
   * of the plan.
   */
  const waitingAttempts: QueuedAttempt[] = [];
  /** Attempts that can start now, because the agent has begun to answer them, or because they need no call. */
  const startableAttempts: QueuedAttempt[] = [];
  let unbegunCallCount = 0;
  let runningCount = 0;
  let hasMoreJobs = true;

  function sendMoreAhead(): void {
    // Waits until several requests can be sent, because they are written together.
    if (unbegunCallCount > CALLS_SENT_AHEAD / 2) return;
    while (
      hasMoreJobs &&
      unbegunCallCount < CALLS_SENT_AHEAD + parallel &&
      waitingAttempts.length < MAX_WAITING_ATTEMPTS
    ) {
      const next = jobs.next();
      if (next.done === true) hasMoreJobs = false;
      else addAttempt(next.value);
    }
  }

  function addAttempt(job: AttemptToRun): void {
    const queuedAttempt: QueuedAttempt = {
      job,
      isSent: !signal.aborted && !context.needsNoCall(job),
      isAnswered: false,
    };
    waitingAttempts.push(queuedAttempt);
    if (!queuedAttempt.isSent) return;
    unbegunCallCount += 1;
    job.sentAgent = window.send(createFirstRequest(job, context), {
      onBegun() {
        unbegunCallCount -= 1;
        releaseAttemptsWithoutCall();
        waitingAttempts.splice(waitingAttempts.indexOf(queuedAttempt), 1);
        startableAttempts.push(queuedAttempt);
        startNextAttempts();
      },
      onEnded(answered) {
        queuedAttempt.isAnswered = answered;
      },
    });
  }

  function releaseAttemptsWithoutCall(): void {
    while (waitingAttempts[0]?.isSent === false) startableAttempts.push(...waitingAttempts.splice(0, 1));
  }

  function startNextAttempts(): void {
    while (runningCount === 0 || parallel > 1) {
      if (startableAttempts.length === 0 && runningCount === 0) releaseAttemptsWithoutCall();
      const queuedAttempt = startableAttempts.shift();
      if (queuedAttempt === undefined) break;
      void startAttempt(queuedAttempt);
    }
    sendMoreAhead();
    if (runningCount + waitingAttempts.length === 0 && !hasMoreJobs) allEnded.resolve();
  }

  async function startAttempt(queuedAttempt: QueuedAttempt): Promise<void> {
    runningCount += 1;
    await runJob(queuedAttempt.job, signal).catch(allEnded.reject);
    runningCount -= 1;
    if (queuedAttempt.isSent && !queuedAttempt.isAnswered) window.resume();
    startNextAttempts();
  }

  function revokeSentCalls(): void {
    window.revoke();
    unbegunCallCount = 0;
    for (const queuedAttempt of waitingAttempts) queuedAttempt.isSent = false;
    startNextAttempts();
  }

  signal.addEventListener('abort', revokeSentCalls, { once: true });
  sendMoreAhead();
  startNextAttempts();
  await allEnded.promise;
  signal.removeEventListener('abort', revokeSentCalls);
}

/**
 * Creates the request of an attempt's first try for sending it ahead. When the attempt starts, it creates an identical
 * request.
 */
function createFirstRequest(
  { planned, attempt }: AttemptToRun,
  { plan: { runId }, ports }: PipelinedCallsContext,
): SentRequest {
  const context = createCallContext({ runId, planned, attempt }, { role: 'agent', turn: 1 });
  return {
    messages: findSingleCallMessages(planned, ports.kinds) ?? [],
    options: planned.options,
    sessionId: buildAttemptSessionId({ runId, planned, attempt }),
    context: { ...context, recordsCalls: ports.recordCalls !== false, streams: true },
  };
}
