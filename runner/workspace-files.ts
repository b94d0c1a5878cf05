/** How files and folders of other systems are known, for whoever looks through a workspace. Loads nothing that reads them. */

import { oxyFiles } from './compat/oxy/files.ts';
import { yaoFiles } from './compat/yao/files.ts';
import type { JsonObject } from './values/index.ts';

const systems = [yaoFiles, oxyFiles];

/** Files and folders that a workspace has in its root. */
export const workspaceMarks: readonly string[] = systems.flatMap(({ marks }) => marks ?? []);

/** Whether a folder is a project of its own, and so a workspace. */
export function isProject(folder: string): boolean {
  return systems.some((system) => system.isProject?.(folder) === true);
}

/** Whether a file holds cases of another system; undefined when its name says nothing of the kind. */
export function holdsCases(name: string, read: () => string): boolean | undefined {
  for (const system of systems) {
    const answer = system.holdsCases?.(name, read);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The JSON Schema of case files in YAML. */
export async function testFileJsonSchema(): Promise<JsonObject> {
  return (await oxyFiles.caseFileSchema?.()) ?? {};
}
