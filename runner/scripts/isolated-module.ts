import { answerLimit } from '../ports/index.ts';
import { bundleModule, type ModuleBundle } from './bundle-module.ts';
import type { CallOutcome, UserCall } from './user-call.ts';
import type { WorkerSystems } from './user-objects.ts';
import { createSessionLanes, type Isolation } from './worker/session-lanes.ts';
import type { SpareProcess } from './worker/spare-process.ts';
import { type ModuleProcess, startSpare } from './worker/start-module.ts';
import { WorkerLane } from './worker/worker-lane.ts';
import type { WorkerStart } from './worker/worker-protocol.ts';

export type IsolatedModuleOptions = {
  file: string;
  role: WorkerStart['role'];
  variables: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder in which the module's code runs; without it, that of this process. */
  cwd?: string | undefined;
  /** Variables that are known once the first process is needed. */
  moreVariables?: (() => Promise<Readonly<Record<string, string | undefined>>>) | undefined;
  systems: WorkerSystems;
  /** The tape that models go through which the module asks with `fetch`. */
  tape?: WorkerStart['tape'];
  /** `suite` without it. Calls without a session belong to one of their own. */
  isolate?: Isolation;
  memoryMb?: number;
  /** The bytes that what a function returns may have. */
  maxAnswer?: number;
  /** The interval at which a busy worker must show that it is alive; silent for three times as long, it is stuck. */
  pingMs?: number;
};

/** A user's module in worker threads. What a call does to its thread is felt by that call alone. */
export type IsolatedModule = {
  /** Bundles the module, while its first process starts; a syntax error or a missing import throws. */
  prepare(): Promise<void>;
  call(call: UserCall, signal: AbortSignal): Promise<CallOutcome>;
  /** Forgets what is kept for a session, and for those that begin with it. */
  sessionOver(session: string): void;
  close(): Promise<void>;
};

/**
 * Calls share one worker, those of other sessions too unless each has a process. When it dies or is stuck under a call that
 * was not alone in it, the call is made again in a worker of its own: whoever loses that one as well is guilty, the others
 * finish.
 */
export function isolateModule(options: IsolatedModuleOptions): IsolatedModule {
  const { isolate = 'suite' } = options;
  const lanes = new Set<WorkerLane>();
  const processes = createProcesses(options);
  const sessions = createSessionLanes(isolate);
  let bundle: Promise<ModuleBundle> | undefined;

  function bundled(): Promise<ModuleBundle> {
    bundle ??= bundleModule(options.file, {
      offer: options.role === 'script' ? 'all functions' : 'exports',
      evaluated: isolate === 'case' ? 'many times' : 'once',
    });
    return bundle;
  }

  async function ready(): Promise<ModuleBundle> {
    const [built] = await Promise.all([bundled(), processes.known()]);
    return built;
  }

  function openLane({ url, code }: ModuleBundle, occupancy: 'shared' | 'solo'): WorkerLane {
    const lane: WorkerLane = new WorkerLane({
      start: { url, code, role: options.role, maxAnswer: options.maxAnswer ?? answerLimit(), tape: options.tape },
      ...processes.next(),
      pingMs: options.pingMs ?? 1_000,
      occupancy,
      onExit: () => lanes.delete(lane),
    });
    lanes.add(lane);
    return lane;
  }

  async function ensureLane(session: string | undefined): Promise<WorkerLane> {
    const built = await ready();
    await sessions.laneOf(session)?.settled();
    return sessions.laneOf(session) ?? sessions.enter(session, openLane(built, 'shared'));
  }

  async function callAlone(call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    const lane = openLane(await ready(), 'solo');
    try {
      return await lane.call(call, signal);
    } finally {
      await lane.end();
    }
  }

  function needsOwnLane({ apart, session }: UserCall): boolean {
    if (apart === undefined || apart === 'always') return apart === 'always';
    const lane = sessions.laneOf(session);
    return lane !== undefined && (lane.blocked || !lane.quiet);
  }

  return {
    async prepare() {
      await Promise.all([bundled(), processes.warm()]);
    },
    async call(call, signal) {
      if (needsOwnLane(call)) return callAlone(call, signal);
      const existing = sessions.laneOf(call.session);
      const lane = existing?.quiet === true ? existing : await ensureLane(call.session);
      const outcome = await lane.call(call, signal);
      if (outcome.type !== 'lost' || outcome.guilty || processes.areOver()) return outcome;
      // In a process of its own nobody else can be to blame.
      if (isolate === 'process') return { ...outcome, guilty: true };
      if (call.repeatable === false) return outcome;
      call.repeated?.(outcome.death);
      return callAlone(call, signal);
    },
    sessionOver: (session) => sessions.forget(session),
    async close() {
      await Promise.all([processes.close(), ...[...lanes].map((lane) => lane.end())]);
    },
  };
}

/** How processes of a module are started, and the first of them while the module is bundled. */
function createProcesses({ variables, moreVariables, systems, cwd, memoryMb = 1024 }: IsolatedModuleOptions) {
  let more: IsolatedModuleOptions['variables'];
  let spare: SpareProcess | undefined;
  let closed = false;
  async function loadVariables(): Promise<void> {
    more ??= await moreVariables?.();
  }
  function plain(): ModuleProcess {
    const all = more === undefined ? variables : { ...(variables ?? process.env), ...more };
    return { variables: all, objects: systems.objects, cwd, memoryMb };
  }
  return {
    /** Resolves once all variables are known. */
    known: loadVariables,
    async warm(): Promise<void> {
      await loadVariables();
      if (!closed) spare ??= startSpare(plain());
    },
    next(): ModuleProcess & { spare: SpareProcess | undefined } {
      // Code may have been bundled for a call that nobody waits for any more, and nobody would end its process.
      if (closed) throw new Error('the module is closed');
      return { ...plain(), spare };
    },
    areOver: () => closed,
    async close(): Promise<void> {
      closed = true;
      await spare?.close();
    },
  };
}
