import { turntreeModuleUrl } from '../../host/own-file.ts';
import type { WorkerIntegrations } from '../user-objects.ts';
import { type ChildStart, type SpareProcess, startSpareProcess } from './spare-process.ts';
import { startUserProcess, type UserProcess, type UserProcessOptions } from './user-process.ts';
import type { HostMessage, WorkerMessage, WorkerStart } from './worker-protocol.ts';

export type ModuleProcess = {
  /** The environment of the process. Default: the environment of the current process. */
  variables: Readonly<Record<string, string | undefined>> | undefined;
  /** The working directory. Default: that of this process. */
  cwd: string | undefined;
  memoryMb: number;
  objects: WorkerIntegrations['objects'];
};

export type ModuleStart = ModuleProcess & {
  start: Omit<WorkerStart, 'shapes' | 'variables'>;
  spare?: SpareProcess | undefined;
};

export type ProcessSlotOptions = ModuleStart & {
  pingMs: number;
  /** With `solo`, the process has a single call. It is stopped when that call is aborted, and never counts as stuck. */
  occupancy: 'shared' | 'solo';
  onExit: () => void;
};

type ModuleListener = Pick<UserProcessOptions<WorkerMessage>, 'heard' | 'printed' | 'ended'>;

/** Starts a process that loads a user's module and then answers calls of its functions. */
export function startModule(module: ModuleStart, listener: ModuleListener): UserProcess<HostMessage> {
  const { start, spare, objects } = module;
  const shapes = objects.map((each) => each.module().href);
  return startUserProcess({
    ...toChildStart(module),
    spare,
    start: { ...start, shapes } satisfies WorkerStart,
    ...listener,
  });
}

/** Memory limit of a process, unless another is given. */
export const MEMORY_MB = 1024;

/** Starts a process before it is known which module it will load. */
export function startSpare(process: ModuleProcess): SpareProcess {
  return startSpareProcess(toChildStart(process));
}

export function isSuitable(spare: SpareProcess, process: ModuleProcess): boolean {
  return spare.fits(toChildStart(process));
}

function toChildStart({ objects, variables = process.env, cwd, memoryMb }: ModuleProcess): ChildStart {
  return {
    program: turntreeModuleUrl('worker-main', import.meta.url),
    variables: { ...Object.assign({}, ...objects.map((each) => each.variables)), ...variables },
    cwd,
    memoryMb,
  };
}
