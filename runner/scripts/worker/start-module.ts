import { resolveTurntreeModuleUrl } from '../../host/turntree-module-url.ts';
import type { WorkerIntegrations } from '../user-objects.ts';
import { type ChildProcessStart, type PrestartedProcess, prestartProcess } from './prestarted-process.ts';
import { startUserProcess, type UserProcess, type UserProcessOptions } from './user-process.ts';
import type { HostMessage, WorkerMessage, WorkerStartMessage } from './worker-protocol.ts';

export type ModuleProcessOptions = {
  /** The environment of the process. Default: the environment of the current process. */
  variables: Readonly<Record<string, string | undefined>> | undefined;
  /** The working directory of the process. Default: that of this process. */
  cwd: string | undefined;
  memoryMb: number;
  objects: WorkerIntegrations['objects'];
};

export type ModuleStartOptions = ModuleProcessOptions & {
  start: Omit<WorkerStartMessage, 'shapes' | 'variables'>;
  spare?: PrestartedProcess | undefined;
};

export type ProcessSlotOptions = ModuleStartOptions & {
  pingMs: number;
  /**
   * With `solo`, the process is only for a single call: it is stopped when that call is aborted, and it is never
   * treated as stuck.
   */
  occupancy: 'shared' | 'solo';
  onExit: () => void;
};

type ModuleListener = Pick<UserProcessOptions<WorkerMessage>, 'onMessage' | 'onOutput' | 'onEnded'>;

/** Starts a process that loads a user's module and then answers calls of its functions. */
export function startModuleProcess(module: ModuleStartOptions, listener: ModuleListener): UserProcess<HostMessage> {
  const { start, spare, objects } = module;
  const shapes = objects.map((each) => each.module().href);
  return startUserProcess({
    ...toChildProcessStart(module),
    spare,
    start: { ...start, shapes } satisfies WorkerStartMessage,
    ...listener,
  });
}

/** The memory limit of a process in megabytes, unless another limit is given. */
export const MEMORY_MB = 1024;

/** Starts a process before it is known which module it will load. */
export function prestartModuleProcess(process: ModuleProcessOptions): PrestartedProcess {
  return prestartProcess(toChildProcessStart(process));
}

export function isPrestartedProcessSuitable(spare: PrestartedProcess, process: ModuleProcessOptions): boolean {
  return spare.fits(toChildProcessStart(process));
}

function toChildProcessStart({
  objects,
  variables = process.env,
  cwd,
  memoryMb,
}: ModuleProcessOptions): ChildProcessStart {
  return {
    program: resolveTurntreeModuleUrl('worker-main', import.meta.url),
    variables: { ...Object.assign({}, ...objects.map((each) => each.variables)), ...variables },
    cwd,
    memoryMb,
  };
}
