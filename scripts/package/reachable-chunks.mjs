import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the paths of the chunks that the programs of a build load. A build also keeps the chunks of earlier builds,
 * for commands that are still running; a package must not contain those.
 */
export function reachableChunks(folder) {
  const programs = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const open = programs.map((name) => path.join(folder, name));
  const reached = new Set();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/[\w.-]+-[A-Z0-9]{8}\.mjs/g)) {
      const chunk = path.join(folder, 'chunks', name);
      if (reached.has(chunk) || !existsSync(chunk)) continue;
      reached.add(chunk);
      open.push(chunk);
    }
  }
  return reached;
}
