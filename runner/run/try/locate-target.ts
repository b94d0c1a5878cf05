import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { findWorkspace } from '../../workspace/find-workspace.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { describeUnsupportedScheme } from './unsupported-servers.ts';

/** The agent to talk to, and the workspace to write to. */
export type TryTarget = { kind: 'address' | 'file' | 'folder'; path: string; root: string };

type RequestedTarget = { target: string; app?: string | undefined };

/**
 * Determines what the target is, and the workspace to write to: the workspace of `--app`, or of a target that is a
 * folder, or otherwise the current workspace.
 */
export function locateTarget({ target, app }: RequestedTarget, { cwd }: Pick<Terminal, 'cwd'>): TryTarget {
  const chosenRoot = app === undefined ? undefined : path.resolve(cwd, app);
  if (chosenRoot !== undefined && !existsSync(chosenRoot)) {
    throw new UsageError(`--app ${app}: the folder ${chosenRoot} does not exist`);
  }
  const root = chosenRoot ?? findWorkspace(cwd) ?? cwd;
  if (/^(https?:\/\/|\$ENV\.)/.test(target)) return { kind: 'address', path: target, root };
  const foreign = describeUnsupportedScheme(target);
  if (foreign !== undefined) throw new UsageError(foreign);
  const targetPath = path.resolve(cwd, target);
  if (!existsSync(targetPath)) {
    const hint = /^[\w.-]+:\d+/.test(target)
      ? [`Addresses begin with http:// or https://. Write http://${target}`]
      : [];
    throw new UsageError(`${target} is neither an address nor a file or a folder`, hint);
  }
  if (!statSync(targetPath).isDirectory()) return { kind: 'file', path: targetPath, root };
  return { kind: 'folder', path: targetPath, root: chosenRoot ?? findWorkspace(targetPath) ?? targetPath };
}
