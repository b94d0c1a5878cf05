import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ObjectRecognizer, PackageImport } from '../user-objects.ts';
import type { LoadedUserModule } from './find-function.ts';
import { createResourceLeakMonitor } from './resource-leak-monitor.ts';
import { throwOnProcessExit } from './user-failure.ts';
import { EVALUATE_EXPORT, type WorkerStartMessage } from './worker-protocol.ts';

export type ModuleInstances = {
  /**
   * Returns the module instance of a session: either the shared instance, or an instance that was evaluated for this
   * session. Rejects with the error that the module's code threw.
   */
  instanceFor(session: string | undefined): Promise<LoadedUserModule>;
  forget(session: string): void;
};

/**
 * Loads the module and sends `ready` before any call gets it, even if loading failed. A repeatable module is evaluated
 * for the first session right away, because that may take long.
 */
export function loadUserModuleInstances(
  start: WorkerStartMessage,
  tell: (message: { type: 'ready' | 'worn' }) => void,
): ModuleInstances {
  const sources = new Map<string, Promise<LoadedUserModule>>();
  const loaded = createModuleLoader(start, () => tell({ type: 'worn' }));
  const first = loaded.then((evaluate) => evaluate()).finally(() => tell({ type: 'ready' }));
  const isOver = first.then(ignoreError, ignoreError);
  let isTaken = false;
  async function loadInstance(): Promise<LoadedUserModule> {
    await isOver;
    return (await loaded)();
  }
  return {
    instanceFor(session = '') {
      const source = sources.get(session) ?? (isTaken ? loadInstance() : first);
      isTaken = true;
      sources.set(session, source);
      return source;
    },
    forget: (session) => void sources.delete(session),
  };
}

/**
 * Returns a function that loads the module. If the module is repeatable, each call evaluates it again; otherwise, all
 * calls return the same instance.
 */
async function createModuleLoader(
  start: WorkerStartMessage,
  onLimitReached: () => void,
): Promise<() => Promise<LoadedUserModule>> {
  const { role, url } = start;
  const importPackage: PackageImport = (name) => import(`${url}${PACKAGE_QUERY}${encodeURIComponent(name)}`);
  const [module, shapes] = await Promise.all([loadModule(start), loadObjectRecognizers(start)]);
  const evaluate = module[EVALUATE_EXPORT];
  if (typeof evaluate !== 'function') return async () => ({ role, module, shapes, importPackage });
  const monitor = createResourceLeakMonitor(onLimitReached);
  return async () => {
    monitor.recordEvaluation();
    return { role, module: await evaluate(), shapes, importPackage };
  };
}

function ignoreError(): void {
  // The callers of these functions await the same promise and handle its rejection, so it is ignored here.
}

/** Marks the URL of a virtual module next to the user's file; the module re-exports a package. */
const PACKAGE_QUERY = '?package=';

/**
 * Imports the bundle under the URL of the user's file, so that packages, `import.meta` and stack traces work as in the
 * file itself.
 */
async function loadModule(start: WorkerStartMessage): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  throwOnProcessExit();
  Reflect.set(globalThis, 'require', createRequire(fileURLToPath(start.url)));
  const url = `${start.url}?bundle`;
  registerHooks({
    load: (requested, context, nextLoad) => {
      const source = requested === url ? start.code : createPackageReexport(requested);
      return source === undefined ? nextLoad(requested, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  return import(url);
}

function createPackageReexport(url: string): string | undefined {
  const [, name] = url.split(PACKAGE_QUERY);
  return name === undefined ? undefined : `export * from ${JSON.stringify(decodeURIComponent(name))};`;
}

async function loadObjectRecognizers({ shapes }: WorkerStartMessage): Promise<ObjectRecognizer[]> {
  const modules: { objectRecognizer: ObjectRecognizer }[] = await Promise.all(shapes.map((url) => import(url)));
  return modules.map((each) => each.objectRecognizer);
}
