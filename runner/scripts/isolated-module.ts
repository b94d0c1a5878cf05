import { bundleModule, type ModuleBundle } from './bundle-module.ts';
import type { CallOutcome, UserCall } from './user-call.ts';
import type { WorkerSystems } from './user-objects.ts';
import { WorkerLane } from './worker/worker-lane.ts';
import type { WorkerStart } from './worker/worker-protocol.ts';

export type IsolatedModuleOptions = {
  file: string;
  role: WorkerStart['role'];
  variables: Readonly<Record<string, string | undefined>> | undefined;
  systems: WorkerSystems;
  memoryMb?: number;
  /** The interval at which a busy worker must show that it is alive; silent for three times as long, it is stuck. */
  pingMs?: number;
};

/** A user's module in worker threads. What a call does to its thread is felt by that call alone. */
export type IsolatedModule = {
  /** Bundles the module; a syntax error or a missing import throws. */
  prepare(): Promise<void>;
  call(call: UserCall, signal: AbortSignal): Promise<CallOutcome>;
  close(): Promise<void>;
};

/**
 * All calls share one worker. When it dies or is stuck under a call that was not alone in it, the call is made
 * again in a worker of its own: whoever loses that one as well is guilty, the others finish.
 */
export function isolateModule(options: IsolatedModuleOptions): IsolatedModule {
  const lanes = new Set<WorkerLane>();
  let bundle: Promise<ModuleBundle> | undefined;
  let shared: WorkerLane | undefined;
  let closed = false;

  function bundled(): Promise<ModuleBundle> {
    bundle ??= bundleModule(options.file, options.role === 'script' ? 'all functions' : 'exports');
    return bundle;
  }

  function openLane({ url, code }: ModuleBundle, occupancy: 'shared' | 'solo'): WorkerLane {
    const lane = new WorkerLane({
      start: { url, code, role: options.role },
      variables: options.variables,
      objects: options.systems.objects,
      memoryMb: options.memoryMb ?? 1024,
      pingMs: options.pingMs ?? 1_000,
      occupancy,
      onExit: (ended) => lanes.delete(ended),
    });
    lanes.add(lane);
    return lane;
  }

  async function sharedLane(): Promise<WorkerLane> {
    const ready = await bundled();
    await shared?.settled();
    if (shared === undefined || !shared.open) shared = openLane(ready, 'shared');
    return shared;
  }

  async function callAlone(call: UserCall, signal: AbortSignal): Promise<CallOutcome> {
    const lane = openLane(await bundled(), 'solo');
    try {
      return await lane.call(call, signal);
    } finally {
      await lane.end();
    }
  }

  function needsOwnLane(apart: UserCall['apart']): boolean {
    if (apart === undefined || apart === 'always') return apart === 'always';
    return shared?.open === true && (shared.blocked || !shared.quiet);
  }

  return {
    async prepare() {
      await bundled();
    },
    async call(call, signal) {
      if (needsOwnLane(call.apart)) return callAlone(call, signal);
      const lane = shared?.open && shared.quiet ? shared : await sharedLane();
      const outcome = await lane.call(call, signal);
      if (outcome.type !== 'lost' || outcome.alone || closed) return outcome;
      return callAlone(call, signal);
    },
    async close() {
      closed = true;
      await Promise.all([...lanes].map((lane) => lane.end()));
    },
  };
}
