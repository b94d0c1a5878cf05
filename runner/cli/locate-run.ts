import path from 'node:path';
import { findWorkspace } from '../../lib/workspace/find-workspace.ts';
import { CONFIG_FILE, loadConfig } from '../../lib/workspace/load-config.ts';
import type { WorkspaceConfig } from '../contract/index.ts';
import { configDefaults } from './config-defaults.ts';
import { type ResolvedInput, resolveInput } from './resolve-input.ts';
import type { Terminal } from './terminal.ts';
import { inputOf, type TestFlags, type TestOptions, testFlagsSchema } from './test-options.ts';

/** What a command line is about: the input, the workspace it belongs to, and every flag with its effective value. */
export type LocatedRun = {
  options: TestOptions;
  source: ResolvedInput;
  /** The case file, or for a message a name in the current folder. */
  place: string;
  root: string;
  config: WorkspaceConfig;
};

/** Finds input and workspace. Flags win over the workspace's `defaults`, and those over the built-in ones. */
export function locateRun(positional: string | undefined, flags: Partial<TestFlags>, terminal: Terminal): LocatedRun {
  const input = inputOf(positional, flags.input);
  const source = resolveInput(input, terminal.cwd);
  const place = source.kind === 'file' ? source.path : path.join(terminal.cwd, 'message');
  const root = workspaceOf(flags.app, place, terminal);
  const config = loadConfig(root);
  const defaults = configDefaults(config.defaults, path.join(root, CONFIG_FILE));
  const options = { ...testFlagsSchema.parse({ ...defaults, ...flags }), input };
  return { options, source, place, root, config };
}

function workspaceOf(app: string | undefined, place: string, terminal: Terminal): string {
  if (app !== undefined) return path.resolve(terminal.cwd, app);
  return findWorkspace(path.dirname(place)) ?? terminal.cwd;
}
