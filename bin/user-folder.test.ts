import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userFolder } from './user-folder.cjs';

let base: string;
let env: Record<string, string>;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'turntree-cache-'));
  env = { XDG_CACHE_HOME: base };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const readMode = (folder: string) => statSync(folder).mode & 0o777;
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('a folder of the user', () => {
  it('is made where it is missing, for nobody else', () => {
    const folder = userFolder('compiled', { XDG_CACHE_HOME: path.join(base, 'not', 'there') });
    expect(folder).toBe(path.join(base, 'not/there/turntree/compiled'));
    expect([readMode(path.dirname(folder ?? '')), readMode(folder ?? '')]).toEqual([0o700, 0o700]);
    expect(userFolder('compiled', { XDG_CACHE_HOME: path.join(base, 'not', 'there') })).toBe(folder);
  });

  it.skipIf(process.platform !== 'linux')('is below the home without a folder for caches, or with a path that is relative', () => {
    for (const XDG_CACHE_HOME of [undefined, '', 'here'])
      expect(userFolder('runs', { HOME: base, XDG_CACHE_HOME })).toBe(path.join(base, '.cache/turntree/runs'));
  });

  it.each([
    ['can be written by others', () => chmodSync(path.join(base, 'turntree'), 0o770)],
    ['can be read by others', () => chmodSync(path.join(base, 'turntree', 'compiled'), 0o755)],
    [
      'is a link',
      () => {
        rmSync(path.join(base, 'turntree'), { recursive: true });
        mkdirSync(path.join(base, 'elsewhere', 'compiled'), { recursive: true, mode: 0o700 });
        symlinkSync(path.join(base, 'elsewhere'), path.join(base, 'turntree'));
      },
    ],
    ['lies where others may rename it', () => chmodSync(base, 0o777)],
  ])('is none when it %s', (_, change) => {
    expect(userFolder('compiled', env)).toBe(path.join(base, 'turntree/compiled'));
    change();
    expect(userFolder('compiled', env)).toBeUndefined();
  });

  it('may lie where only owners may rename', () => {
    chmodSync(base, 0o1777);
    expect(userFolder('compiled', env)).toBe(path.join(base, 'turntree/compiled'));
  });

  it('is none for another user', () => {
    userFolder('compiled', env);
    expect(userFolder('compiled', env, (process.getuid?.() ?? 0) + 1)).toBeUndefined();
  });

  it.skipIf(!isRoot)('is none when another user made it first', () => {
    const planted = path.join(base, 'turntree');
    mkdirSync(planted, { mode: 0o700 });
    chownSync(planted, 65_534, 65_534);
    expect(userFolder('compiled', env)).toBeUndefined();
  });
});

describe.skipIf(!isRoot)('a compile cache that another user has planted', () => {
  it('is not run by the next start, wherever it lies', () => {
    const temporary = path.join(base, 'tmp');
    mkdirSync(temporary);
    chmodSync(temporary, 0o1777);
    const program = path.join(import.meta.dirname, 'runner.cjs');
    const victim = { ...process.env, XDG_CACHE_HOME: path.join(base, 'cache'), TMPDIR: temporary };
    mkdirSync(victim.XDG_CACHE_HOME);
    const start = () => execFileSync(process.execPath, [program, '--version'], { env: victim, encoding: 'utf8' });
    const version = start();
    expect(existsSync(path.join(temporary, 'node-compile-cache'))).toBe(false);

    // Creates what another user would leave who starts the same program: Node's default cache folder, and the one of
    // Turntree.
    rmSync(victim.XDG_CACHE_HOME, { recursive: true });
    const planted = [path.join(temporary, 'node-compile-cache'), path.join(victim.XDG_CACHE_HOME, 'turntree')];
    for (const folder of planted) {
      mkdirSync(folder, { recursive: true });
      chownSync(folder, 65_534, 65_534);
    }
    const filled = listed(planted);
    expect(start()).toBe(version);
    expect(listed(planted)).toEqual(filled);
  });
});

function listed(folders: readonly string[]): string {
  return execFileSync('ls', ['-laR', ...folders], { encoding: 'utf8' });
}
