import path from 'node:path';
import { leadsInside } from './stays-inside.ts';

/**
 * Says why a case must not send a file to its agent: wherever links lead, it lies neither in the workspace nor in one of
 * the `folders` of the config, which are relative to the workspace. Case files may come from strangers.
 */
export function createAttachmentRule(
  root: string,
  folders: readonly string[] = [],
): (file: string) => string | undefined {
  const allowed = [root, ...folders.map((folder) => path.resolve(root, folder))];
  return (file) => (allowed.some((folder) => leadsInside(folder, file)) ? undefined : OUTSIDE);
}

const OUTSIDE = 'it lies outside the workspace; the config can list its folder under "folders"';
