import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UserFailure } from './worker-protocol.ts';

const frameLocation = /\(?((?:file:\/\/)?\/?[^\s()]+?):(\d+):(\d+)\)?$/;

/** What the user's code threw, with the line of the user's own file that it came from: `boom (agents/x.ts:12:7)`. */
export function userErrorText(failure: UserFailure, root: string): string {
  const place = userPlace(failure.stack ?? '', root);
  return place === undefined ? failure.message : `${failure.message} (${place})`;
}

/** The first line of a stack that is in a file of the workspace: `agents/x.ts:12:7`. */
export function userPlace(stack: string, root: string): string | undefined {
  for (const line of stack.split('\n')) {
    const [, location, row, column] = line.trimStart().startsWith('at ') ? (frameLocation.exec(line.trim()) ?? []) : [];
    if (location === undefined) continue;
    const file = location.startsWith('file:') ? fileURLToPath(location.replace(/\?bundle$/, '')) : location;
    const relative = path.relative(root, file);
    if (relative.startsWith('..') || relative.includes('node_modules') || path.isAbsolute(relative)) continue;
    return `${relative.split(path.sep).join('/')}:${row}:${column}`;
  }
  return undefined;
}
