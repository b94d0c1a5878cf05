import type { Message, PlannedCase, RunPlan } from '../contract/index.ts';
import type { AgentWithSentRequest, OrderedCallWindow, RunKind, SentRequest } from '../ports/index.ts';
import { createCallContext } from './ask-agent.ts';
import { attemptSessionId } from './attempt-context.ts';
import type { RunDeps } from './run-deps.ts';

/** An attempt to run. `sent` has the agent with its call, if that was sent before. */
export type AttemptToRun = { planned: PlannedCase; attempt: number; sent?: AgentWithSentRequest | undefined };
export type AttemptRunner = (job: AttemptToRun, signal: AbortSignal) => Promise<void>;

/** Attempts in a row; with `window`, their calls can be sent ahead. */
export type AttemptSequence = { jobs: Iterable<AttemptToRun>; window?: OrderedCallWindow | undefined };

/** How many calls are sent to the agent in addition to those that run. A larger number would not be faster. */
const AHEAD = 32;
/** The fewest calls in a row, besides those that run in parallel, for which calls are sent ahead. */
const FEWEST = 8;
/**
 * The maximum number of waiting entries. Without a limit, all skipped attempts would be read at once, because they need
 * no call.
 */
const MOST_WAITING = 1_000;

/**
 * Divides the attempts of a plan into stretches. Calls are sent ahead only within a stretch: between its attempts
 * nothing is decided, and it has enough attempts.
 */
export async function* splitPlanForPipelining(
  plan: RunPlan,
  ports: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<AttemptSequence> {
  const { cases, options } = plan;
  const isDecidedBetween = options.autoRuns !== undefined || options.failFast || options.maxCost !== undefined;
  if (isDecidedBetween || ports.elsewhere !== undefined) return yield { jobs: listAttempts(plan, 0, cases.length) };
  const fewest = FEWEST + 2 * options.parallel;
  let begin = 0;
  let end = 0;
  for (let next = 0; next < cases.length; next = end) {
    end = endOfCasesWithSameAgent(cases, next, ports.kinds);
    const window = end - next < fewest ? undefined : await openCallWindow(cases.at(next), { plan, ports }, signal);
    if (window === undefined) continue;
    if (begin < next) yield { jobs: listAttempts(plan, begin, next) };
    yield { jobs: listAttempts(plan, next, end), window };
    begin = end;
  }
  if (begin < cases.length) yield { jobs: listAttempts(plan, begin, cases.length) };
}

/** Returns the index after the cases from `begin` that are single calls to the same agent; at least one further. */
function endOfCasesWithSameAgent(cases: RunPlan['cases'], begin: number, kinds: RunDeps['kinds']): number {
  let end = begin;
  for (; end < cases.length; end += 1) {
    const [first, planned] = [cases.at(begin), cases.at(end)];
    if (first === undefined || planned === undefined) break;
    if (planned.agentId !== first.agentId || planned.connector !== first.connector) break;
    if (planned.skipReason === undefined && findSingleCallMessages(planned, kinds) === undefined) break;
  }
  return Math.max(end, begin + 1);
}

function findSingleCallMessages(planned: PlannedCase, kinds: RunDeps['kinds']): Message[] | undefined {
  const kind: RunKind = kinds[planned.case.kind];
  return kind.singleCall?.(planned.case);
}

/** Returns undefined if the agent cannot be opened; each of its attempts then reports the reason. */
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
  const perCase = options.autoRuns === undefined ? options.attempts : 1;
  for (let index = begin; index < end; index += 1) {
    const planned = cases.at(index);
    for (let attempt = 1; planned !== undefined && attempt <= perCase; attempt += 1) yield { planned, attempt };
  }
}

type PipelinedCallsContext = {
  plan: RunPlan;
  ports: RunDeps;
  jobs: Iterable<AttemptToRun>;
  window: OrderedCallWindow;
  /** True for attempts without a call: those that are skipped or reused from another run. */
  needsNoCall(job: AttemptToRun): boolean;
  runJob: AttemptRunner;
};

type QueuedAttempt = { job: AttemptToRun; isSent: boolean; isAnswered: boolean };

/**
 * Sends calls ahead, and starts an attempt when its call begins. With one call at a time, an attempt starts after the
 * previous one has finished, as if its call had been sent then.
 */
export async function executeWithPipelinedCalls(ahead: PipelinedCallsContext, signal: AbortSignal): Promise<void> {
  const { plan, window, runJob } = ahead;
  const { parallel } = plan.options;
  const jobs = ahead.jobs[Symbol.iterator]();
  const exportEnd = Promise.withResolvers<void>();
  /** Attempts in plan order whose call has not begun, and the attempts without a call between them. */
  const waiting: QueuedAttempt[] = [];
  /** Attempts that may start now. */
  const startable: QueuedAttempt[] = [];
  let unbegun = 0;
  let running = 0;
  let hasMore = true;

  function sendMoreAhead(): void {
    // Sends calls in a few large portions, because each portion is one write.
    if (unbegun > AHEAD / 2) return;
    while (hasMore && unbegun < AHEAD + parallel && waiting.length < MOST_WAITING) {
      const next = jobs.next();
      if (next.done === true) hasMore = false;
      else addAttempt(next.value);
    }
  }

  function addAttempt(job: AttemptToRun): void {
    const entry: QueuedAttempt = { job, isSent: !signal.aborted && !ahead.needsNoCall(job), isAnswered: false };
    waiting.push(entry);
    if (!entry.isSent) return;
    unbegun += 1;
    job.sent = window.send(createFirstRequest(job, ahead), {
      onBegun() {
        unbegun -= 1;
        releaseAttemptsWithoutCall();
        waiting.splice(waiting.indexOf(entry), 1);
        startable.push(entry);
        startNextAttempts();
      },
      ended(answered) {
        entry.isAnswered = answered;
      },
    });
  }

  function releaseAttemptsWithoutCall(): void {
    while (waiting[0]?.isSent === false) startable.push(...waiting.splice(0, 1));
  }

  function startNextAttempts(): void {
    while (running === 0 || parallel > 1) {
      if (startable.length === 0 && running === 0) releaseAttemptsWithoutCall();
      const entry = startable.shift();
      if (entry === undefined) break;
      void startAttempt(entry);
    }
    sendMoreAhead();
    if (running + waiting.length === 0 && !hasMore) exportEnd.resolve();
  }

  async function startAttempt(entry: QueuedAttempt): Promise<void> {
    running += 1;
    await runJob(entry.job, signal).catch(exportEnd.reject);
    running -= 1;
    if (entry.isSent && !entry.isAnswered) window.resume();
    startNextAttempts();
  }

  function revokeSentCalls(): void {
    window.revoke();
    unbegun = 0;
    for (const entry of waiting) entry.isSent = false;
    startNextAttempts();
  }

  signal.addEventListener('abort', revokeSentCalls, { once: true });
  sendMoreAhead();
  startNextAttempts();
  await exportEnd.promise;
  signal.removeEventListener('abort', revokeSentCalls);
}

/** Creates the request of a first try. The attempt creates the same request again when it starts. */
function createFirstRequest(
  { planned, attempt }: AttemptToRun,
  { plan: { runId }, ports }: PipelinedCallsContext,
): SentRequest {
  const context = createCallContext({ runId, planned, attempt }, { role: 'agent', turn: 1 });
  return {
    messages: findSingleCallMessages(planned, ports.kinds) ?? [],
    options: planned.options,
    sessionId: attemptSessionId({ runId, planned, attempt }),
    context: { ...context, recordsCalls: ports.recordCalls !== false, streams: true },
  };
}
