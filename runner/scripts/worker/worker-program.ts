import { existsSync } from 'node:fs';

/** The program of a worker. */
export function workerProgram(): URL {
  return ownFile('worker-main');
}

/** The program of a worker for scripts that have nothing of Node. */
export function sandboxProgram(): URL {
  return ownFile('sandbox-main', '../../compat/yao/sandbox/');
}

/** Returns the module that `import … from 'turntree'` is in a user's file, even if the package is not installed. */
export function publicApi(): URL {
  return ownFile('define-config', '../');
}

/** The sources run as they are; the built program keeps such files beside its entry, one folder above its chunks. */
function ownFile(name: string, folder = './'): URL {
  const places = [`${folder}${name}.ts`, `./${name}.mjs`, `../${name}.mjs`];
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error(`a part of Turntree is missing: ${urls.map(String).join(', ')}`);
  return found;
}
