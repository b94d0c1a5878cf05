import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const folders = new Set<string>();

/**
 * Creates a temporary folder with these files (path to text), which is deleted after the test file. Returns the
 * folder's path.
 */
export async function createTemporaryWorkspace(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'workspace-'));
  folders.add(root);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return root;
}

/** Deletes the folders of a test file after all of its tests. */
export function removeTemporaryWorkspaces(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.clear();
}
