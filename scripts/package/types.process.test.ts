import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTypes, ownTypes } from './copy-types.mjs';
import { packageManifest } from './package-manifest.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-declarations-'));
const types = path.join(folder, 'types');

// Builds the declarations without type checks: `npm run typecheck` makes them, and they take most of the time.
beforeAll(() => {
  expect(tsc(root, '-p', 'tsconfig.types.json', '--noCheck', '--outDir', types)).toEqual({ status: 0, stdout: '' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the declarations of the package', () => {
  it('name no package that a program would have to install', () => {
    const names = ownTypes(types).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^(?:import|export)\b.*\bfrom '([^.'][^']*)'|\bimport\("([^."][^"]*)"\)/gm,
        ),
      ].map(([, imported, inline]) => imported ?? inline),
    );
    expect([...new Set(names)]).toEqual(['zod']);
  });

  it('repeat no schema: those that many others contain have a name', () => {
    const sizes = ownTypes(types).map((file) => ({ file: path.relative(types, file), size: statSync(file).size }));
    expect(sizes.filter(({ size }) => size > 100_000)).toEqual([]);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compile in a strict program that checks them, with modules of %s', (module, moduleResolution) => {
    const project = path.join(folder, module);
    const modules = path.join(project, 'node_modules');
    const write = (file: string, content: unknown) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), typeof content === 'string' ? content : JSON.stringify(content));
    };
    const own = readJson('package.json');
    const esbuild = readJson('node_modules/esbuild/package.json');
    const manifest = packageManifest({ own, esbuild, repository: undefined });
    write('node_modules/turntree/package.json', manifest);
    copyTypes({ root, types, app: path.join(modules, 'turntree', 'app') });
    symlinkSync(path.join(root, 'node_modules', 'vitest'), path.join(modules, 'vitest'), 'junction');
    const entries = Object.entries(manifest.exports).flatMap(([entry, exported]) =>
      typeof exported === 'object' ? [path.posix.join('turntree', entry)] : [],
    );
    expect(entries).toEqual(['turntree', 'turntree/vitest']);
    write('program.ts', entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join(''));
    write('package.json', { type: 'module' });
    const compilerOptions = { module, moduleResolution, target: 'es2024', strict: true, noEmit: true, types: ['node'] };
    write('tsconfig.json', { compilerOptions, files: ['program.ts'] });
    const typeRoots = path.join(root, 'node_modules', '@types');
    expect(tsc(project, '-p', '.', '--typeRoots', typeRoots)).toEqual({ status: 0, stdout: '' });
  });
});

function tsc(cwd: string, ...args: string[]): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...args], { cwd, encoding: 'utf8' });
  return { status, stdout };
}

function readJson(file: string) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}
