import path from 'node:path';
import type { SuiteSourcePaths } from '../run/published/index.ts';

/** The parts of Vitest that the plug-in uses, in all versions that have `configureVitest`. */
type VitestTask = { meta: object; tasks?: readonly VitestTask[]; filepath?: string };
type WatchingVitest = {
  config: {
    watchTriggerPatterns?: { pattern: RegExp; testsToRun: (file: string) => string[] | undefined }[];
  };
  state: { getFiles(): readonly VitestTask[] };
  watcher?: { handleFileChanged?(file: string): unknown };
};

/** A plug-in of Vite, for the list `plugins` of a Vitest config. */
export type SuitesPlugin = { name: string; configureVitest(context: { vitest: WatchingVitest }): void };

/** Matches paths of files that runs write. */
const writtenPathPattern =
  /(?:^|[\\/])(?:\.(?!env)[^\\/]*|node_modules|test-results|output-[^\\/]*\.jsonl|[^\\/]*\.cassette\.jsonl|__snapshots__)(?:$|[\\/])/;

/**
 * In watch mode, runs a test file again when a case file, the config or an agent of its suites changes. Without this
 * plug-in, Vitest only notices changes of modules that tests import.
 * @example ```ts // vitest.config.ts export default defineConfig({ plugins: [watchSuites()] }); ```
 */
export function watchSuites(): SuitesPlugin {
  return {
    name: 'turntree',
    configureVitest({ vitest }) {
      const listTestFilesToRun = (changed: string): string[] | undefined => {
        const files = vitest.state.getFiles().filter((file) => isDependentOn(file, path.normalize(changed)));
        if (files.length === 0) return undefined;
        // A custom trigger replaces Vitest's own choice of tests, so this code also starts the tests that import the
        // changed file.
        vitest.watcher?.handleFileChanged?.(changed);
        return files.flatMap(({ filepath }) => filepath ?? []);
      };
      vitest.config.watchTriggerPatterns = [
        ...(vitest.config.watchTriggerPatterns ?? []),
        { pattern: /./, testsToRun: listTestFilesToRun },
      ];
    },
  };
}

function isDependentOn({ meta, tasks = [] }: VitestTask, changed: string): boolean {
  const sources = 'turntree' in meta ? meta.turntree : undefined;
  return (
    (isSuiteSources(sources) && isSourceFile(sources, changed)) || tasks.some((task) => isDependentOn(task, changed))
  );
}

function isSourceFile({ files, folders }: SuiteSourcePaths, changed: string): boolean {
  if (files.includes(changed)) return true;
  return folders.some((folder) => {
    const inside = path.relative(folder, changed);
    return inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside) && !writtenPathPattern.test(inside);
  });
}

function isSuiteSources(value: unknown): value is SuiteSourcePaths {
  return typeof value === 'object' && value !== null && 'files' in value && 'folders' in value;
}
