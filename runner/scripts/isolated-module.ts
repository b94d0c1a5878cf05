import { getAnswerLimit } from '../ports/index.ts';
import { bundleModule, type ModuleBundle } from './bundle-module.ts';
import { createModuleQueue, type ModuleQueue } from './module-queue.ts';
import type { CallOutcome, UserCall } from './user-call.ts';
import type { WorkerIntegrations } from './user-objects.ts';
import type { PrestartedProcess } from './worker/prestarted-process.ts';
import { ProcessSlot } from './worker/process-slot.ts';
import { createSessionProcesses, type SessionIsolation } from './worker/session-processes.ts';
import {
  isPrestartedProcessSuitable,
  MEMORY_MB,
  type ModuleProcessOptions,
  prestartModuleProcess,
} from './worker/start-module.ts';
import type { WorkerStartMessage } from './worker/worker-protocol.ts';

export type IsolatedModuleOptions = {
  file: string;
  role: WorkerStartMessage['role'];
  variables: Readonly<Record<string, string | undefined>> | undefined;
  /** The working directory of the module's code. Default: that of this process. */
  cwd?: string | undefined;
  /** Additional environment variables. They are awaited before the first process starts. */
  moreVariables?: (() => Promise<Readonly<Record<string, string | undefined>>>) | undefined;
  systems: WorkerIntegrations;
  /** The recording mode for model requests that the module makes with `fetch`: whether they may reach a real model. */
  tape?: WorkerStartMessage['tape'];
  /**
   * Which calls share the module's variables. Default: `suite`, that is, all calls. Calls without a session id form one
   * session.
   */
  isolate?: SessionIsolation;
  memoryMb?: number;
  /** Maximum size of a function's return value, in bytes. */
  maxAnswer?: number;
  /** A process that may already have started for the module. */
  spare?: PrestartedProcess | undefined;
  /** Whether `prepare` starts the first process while it bundles the module. Default: true. */
  startsEarly?: boolean;
  /**
   * The interval in milliseconds at which a busy worker is pinged. After three intervals without a reply, the worker
   * counts as stuck.
   */
  pingMs?: number;
};

/**
 * A user's module that runs in worker processes. A call that crashes or blocks its worker does not affect other calls.
 */
export type IsolatedModule = {
  /**
   * Bundles the module. Meanwhile its first process starts, unless the options forbid it. Throws for a syntax error or
   * a missing import.
   */
  prepare(): Promise<void>;
  call(call: UserCall, signal: AbortSignal): Promise<CallOutcome>;
  /** Opens a queue of calls in the shared process; undefined if each session has a process of its own. */
  openQueue(atOnce: number): ModuleQueue | undefined;
  /** Discards the state of a session, and of all sessions whose ids begin with the id of this session. */
  endSession(session: string): void;
  close(): Promise<void>;
};

/**
 * Runs a module in worker processes. Calls share one worker, even across sessions, unless each session has its own
 * process. When a worker dies or hangs during several calls, each of these calls is retried alone in a new worker. A
 * call that also ends the new worker is at fault; the other calls finish.
 */
export function isolateModule(options: IsolatedModuleOptions): IsolatedModule {
  const { isolate = 'suite', startsEarly = true } = options;
  const lanes = new Set<ProcessSlot>();
  const processes = createProcesses(options);
  const sessions = createSessionProcesses(isolate);
  let bundle: Promise<ModuleBundle> | undefined;

  function getBundle(): Promise<ModuleBundle> {
    bundle ??= bundleModule(options.file, {
      offer: options.role === 'script' ? 'all functions' : 'exports',
      evaluated: isolate === 'case' ? 'many times' : 'once',
    });
    return bundle;
  }

  async function waitForBundle(): Promise<ModuleBundle> {
    const [built] = await Promise.all([getBundle(), processes.known()]);
    return built;
  }

  function createProcessSlot({ url, code }: ModuleBundle, occupancy: 'shared' | 'solo'): ProcessSlot {
    const slot: ProcessSlot = new ProcessSlot({
      start: { url, code, role: options.role, maxAnswer: options.maxAnswer ?? getAnswerLimit(), tape: options.tape },
      ...processes.next(),
      pingMs: options.pingMs ?? 1_000,
      occupancy,
      onExit: () => lanes.delete(slot),
    });
    lanes.add(slot);
    return slot;
  }

  async function findOrStartProcess(session: string | undefined): Promise<ProcessSlot> {
    const built = await waitForBundle();
    await sessions.findSlot(session)?.settled();
    return sessions.findSlot(session) ?? sessions.assignProcess(session, createProcessSlot(built, 'shared'));
  }

  async function callInOwnProcess(call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    const slot = createProcessSlot(await waitForBundle(), 'solo');
    try {
      return await slot.call(call, signal);
    } finally {
      await slot.end();
    }
  }

  async function findOrStartSharedProcess(): Promise<ProcessSlot> {
    const built = await waitForBundle();
    return sessions.findShared() ?? sessions.makeShared(createProcessSlot(built, 'shared'));
  }

  /**
   * Retries a call whose process ended during several calls. It runs alone this time, to see whether it ends the
   * process again.
   */
  async function retryLostCall(outcome: CallOutcome, call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    if (outcome.type !== 'lost' || outcome.guilty || processes.areOver()) return outcome;
    // No other call runs in this process, so this call has ended it.
    if (isolate === 'process') return { ...outcome, guilty: true };
    if (call.repeatable === false) return outcome;
    call.repeated?.(outcome.death);
    return callInOwnProcess(call, signal);
  }

  function isOwnProcessNeeded({ apart, session }: UserCall): boolean {
    if (apart === undefined || apart === 'always') return apart === 'always';
    const lane = sessions.findSlot(session);
    return lane !== undefined && (lane.blocked || !lane.quiet);
  }

  return {
    async prepare() {
      await Promise.all([getBundle(), startsEarly ? processes.warm() : undefined]);
    },
    async call(call, signal) {
      if (isOwnProcessNeeded(call)) return callInOwnProcess(call, signal);
      const existing = sessions.findSlot(call.session);
      const slot = existing?.quiet === true ? existing : await findOrStartProcess(call.session);
      return retryLostCall(await slot.call(call, signal), call, signal);
    },
    openQueue: (atOnce) =>
      isolate === 'process'
        ? undefined
        : createModuleQueue({ atOnce, openShared: findOrStartSharedProcess, retryLostCall: retryLostCall }),
    endSession: (session) => sessions.forget(session),
    async close() {
      await Promise.all([processes.close(), ...[...lanes].map((slot) => slot.end())]);
    },
  };
}

/** Starts processes of a module. The first process starts while the module is still being bundled. */
function createProcesses(options: IsolatedModuleOptions) {
  const { variables, moreVariables, systems, cwd, memoryMb = MEMORY_MB } = options;
  let more: IsolatedModuleOptions['variables'];
  let { spare } = options;
  let isWarm = false;
  let closed = false;
  async function loadMoreVariables(): Promise<void> {
    more ??= await moreVariables?.();
  }
  function buildProcessOptions(): ModuleProcessOptions {
    const all = more === undefined ? variables : { ...(variables ?? process.env), ...more };
    return { variables: all, objects: systems.objects, cwd, memoryMb };
  }
  return {
    known: loadMoreVariables,
    async warm(): Promise<void> {
      await loadMoreVariables();
      if (closed || isWarm) return;
      isWarm = true;
      const own = buildProcessOptions();
      if (spare === undefined || !isPrestartedProcessSuitable(spare, own)) spare = prestartModuleProcess(own);
    },
    next(): ModuleProcessOptions & { spare: PrestartedProcess | undefined } {
      // Bundling may finish after `close()` was called: a process that is started then would never be ended.
      if (closed) throw new Error('the module is closed');
      return { ...buildProcessOptions(), spare };
    },
    areOver: () => closed,
    async close(): Promise<void> {
      closed = true;
      await spare?.close();
    },
  };
}
