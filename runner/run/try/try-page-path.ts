import { toRelativePath } from '../../scripts/relative-path.ts';
import { withoutUndefined } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import type { TryRequest } from '../try-agent.ts';
import { UsageError } from '../usage-error.ts';
import { locateTarget } from './locate-target.ts';

/** Returns the workspace to serve, and the URL of the dashboard page on which a person talks to the agent. */
export function resolveTryPageLocation(
  { target, app, name, model, export: exportName, goal, fact = [] }: TryRequest,
  terminal: Pick<Terminal, 'cwd'>,
): { app: string; page: string } {
  const { kind, path: targetPath, root } = locateTarget({ target, app }, terminal);
  const agent = kind === 'address' ? targetPath : toRelativePath(root, targetPath);
  if (agent.startsWith('../')) {
    throw new UsageError(`${target} is outside the workspace ${root}, and the dashboard starts only what is in it`, [
      'Leave --browser out, or name a folder above both with --app.',
    ]);
  }
  const search = new URLSearchParams(withoutUndefined({ agent, name, model, export: exportName, goal }));
  for (const text of fact) search.append('fact', text);
  return { app: root, page: `/try?${search}` };
}
