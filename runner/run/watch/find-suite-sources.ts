import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleModuleForReading } from '../../scripts/bundle-module.ts';
import { configFiles } from '../../workspace/config-file.ts';
import { type LocatedRun, locateInputAndWorkspace } from '../locate.ts';
import type { Terminal } from '../terminal.ts';
import type { RunRequest } from '../test-options.ts';
import { resolveWorkspaceRoot } from '../workspace-root.ts';
import type { SuiteSourcePaths } from './suite-sources.ts';

/**
 * Returns the files on which the result of a run depends: its case files, the config, the modules and programs of the
 * workspace's agents, and the agent folders that contain the suites. Never throws: unreadable files are included,
 * because the user may fix them.
 */
export async function findSuiteSources(request: RunRequest, terminal: Terminal): Promise<SuiteSourcePaths> {
  const locatedRun = await locateInputAndWorkspace(request, terminal).catch(() => undefined);
  const root = locatedRun?.root ?? resolveWorkspaceRoot(request.flags.app, terminal);
  const config = configFiles.map((name) => path.join(root, name));
  if (locatedRun === undefined) {
    const inputs = request.inputs.map((input) => path.resolve(terminal.cwd, input));
    return { files: [...inputs, ...config], folders: [] };
  }
  const { source, systems } = locatedRun;
  const suites = source.kind === 'files' ? source.files : [];
  const agentFolders = suites.flatMap((file) => systems.folders.above(file, root)?.dir ?? []);
  return {
    files: [
      ...new Set([...suites, ...config, ...(await listAgentFilesOfConfig(locatedRun)), ...(request.flags.env ?? [])]),
    ].map((file) => path.resolve(terminal.cwd, file)),
    folders: [...new Set(agentFolders)],
  };
}

async function listAgentFilesOfConfig({ config, root }: LocatedRun): Promise<string[]> {
  const files = await Promise.all(
    Object.values(config.agents).map(async (entry): Promise<string[]> => {
      if (entry.type === 'command') {
        return entry.command.map((word) => path.resolve(root, word)).filter((file) => existsSync(file));
      }
      if (entry.type !== 'module') return [];
      const file = path.resolve(root, entry.path);
      const bundle = await bundleModuleForReading(file).catch(() => undefined);
      return bundle?.files ?? [file];
    }),
  );
  return files.flat();
}
