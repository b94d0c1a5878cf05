import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import type { ScriptLocation } from '../../scripts/resolve-script.ts';

/**
 * Finds the function for `agents.<assistant>.<script>.<Function>` in `src/<script>.ts` of the assistant. If several
 * assistants match, the longest id is chosen.
 */
export function findAssistantScript(
  name: string,
  folders: () => ReadonlyMap<string, AgentFolder>,
): ScriptLocation | undefined {
  const segments = name.split('.');
  if (!/^(agents|assistants|ai)$/i.test(segments[0] ?? '') || segments.length < 4) return undefined;
  const functionName = segments.at(-1) ?? '';
  for (let end = segments.length - 2; end > 1; end -= 1) {
    const folder = folders().get(segments.slice(1, end).join('.'));
    if (folder === undefined) continue;
    const stem = path.join(folder.dir, 'src', ...segments.slice(end, -1));
    const file = [`${stem}.ts`, `${stem}.js`].find((candidate) => existsSync(candidate));
    if (file !== undefined) return { file, functionName };
  }
  return undefined;
}
