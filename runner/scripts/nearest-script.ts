import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../values/index.ts';
import { functionsIn } from './functions-in.ts';

const MOST_FILES = 500;

/** The function below some folders that a reference was probably meant for, written as the reference is. */
export function nearestScript(reference: string, folders: readonly string[]): string | undefined {
  const [, prefix = '', wanted = ''] = /^((?:scripts[:.])?(?:src[./])?)(.*)$/.exec(reference) ?? [];
  const separator = wanted.includes('/') ? '/' : '.';
  const isShort = !/_test\.\w+$/.test(wanted);
  const candidates = folders.flatMap((folder) =>
    scriptFiles(folder).flatMap((file) => {
      const module = file
        .replace(/\.\w+$/, '')
        .split(path.sep)
        .join(separator);
      const name = isShort ? module.replace(/_test$/, '') : module;
      return functionsIn(readFileSync(path.join(folder, file), 'utf8')).map((found) => `${name}.${found}`);
    }),
  );
  const near = nearest(wanted, candidates);
  return near === undefined ? undefined : prefix + near;
}

function scriptFiles(folder: string): string[] {
  const files = globSync('**/*.{ts,js,mts,mjs}', { cwd: folder, exclude: (name) => /node_modules$/.test(name) });
  return files.filter((file) => !/\.d\.m?ts$/.test(file)).slice(0, MOST_FILES);
}
