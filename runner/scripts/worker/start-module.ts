import { ownFile } from '../own-file.ts';
import type { WorkerSystems } from '../user-objects.ts';
import { startUserProcess, type UserProcess, type UserProcessOptions } from './user-process.ts';
import type { HostMessage, WorkerMessage, WorkerStart } from './worker-protocol.ts';

export type ModuleStart = {
  start: Omit<WorkerStart, 'shapes'>;
  /** The environment of the process; without it, that of this one. */
  variables: Readonly<Record<string, string | undefined>> | undefined;
  memoryMb: number;
  objects: WorkerSystems['objects'];
};

type Listener = Pick<UserProcessOptions<WorkerMessage>, 'heard' | 'printed' | 'ended'>;

/** A process in which a module of the user's is loaded, which then answers calls of its functions. */
export function startModule(module: ModuleStart, listener: Listener): UserProcess<HostMessage> {
  const { start, objects, variables = process.env, memoryMb } = module;
  const shapes = objects.map((each) => each.module().href);
  return startUserProcess({
    program: ownFile('worker-main', import.meta.url),
    start: { ...start, shapes } satisfies WorkerStart,
    variables: { ...Object.assign({}, ...objects.map((each) => each.variables)), ...variables },
    memoryMb,
    ...listener,
  });
}
