import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** Licences whose conditions affect only the package itself: keep a notice or the licence text. */
const permissive = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'AFL-2.1',
]);

/** Packages with other licences, and why they are allowed. */
const exceptions: readonly { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason:
      'sharp is an optional part of Next that no page uses; the library is loaded, not linked, and can be replaced',
  },
  {
    packages: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    reason: 'unchanged; it builds the style sheets and is not in them',
  },
  {
    packages: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    reason: 'data of browsers that Next builds with, unchanged and named here',
  },
  { packages: /^geist$/, licence: 'SIL OPEN FONT LICENSE', reason: 'a font, used as a font' },
];

const packageSchema = z.object({
  license: z.string().optional(),
  dev: z.boolean().optional(),
  deprecated: z.string().optional(),
});
const lock = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const shipped = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && dev !== true);
const nameAt = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** True if a licence expression is permissive: `(MIT OR X)` requires one allowed licence, `MIT AND X` requires all. */
function isPermissive(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => permissive.has(one.trim())));
}

function foreignParts(licence: string): string[] {
  return licence.split(' AND ').filter((part) => !isPermissive(part));
}

describe('what is installed with the program', () => {
  it('has a licence that lets it be used, or a reason why it is used all the same', () => {
    expect(shipped.length).toBeGreaterThan(100);
    const refused = shipped.flatMap(([place, { license = 'none' }]) => {
      const name = nameAt(place);
      const isExcepted = (part: string) =>
        exceptions.some(({ packages, licence }) => packages.test(name) && licence === part);
      return foreignParts(license).every(isExcepted) ? [] : [`${name}: ${license}`];
    });
    expect(refused).toEqual([]);
  });

  it('says in its own files what the lock says of its licence', () => {
    const installed = shipped.filter(([place]) => existsSync(`${place}/package.json`));
    expect(installed.length).toBeGreaterThan(100);
    const other = installed.flatMap(([place, { license }]) => {
      const own = z
        .object({ license: z.unknown() })
        .parse(JSON.parse(readFileSync(`${place}/package.json`, 'utf8'))).license;
      return typeof own === 'string' && own !== license ? [`${nameAt(place)}: ${own} is not ${license}`] : [];
    });
    expect(other).toEqual([]);
  });

  it('holds no exception without a package, and nothing that its authors have given up', () => {
    const names = shipped.map(([place]) => nameAt(place));
    expect(exceptions.filter(({ packages }) => !names.some((name) => packages.test(name)))).toEqual([]);
    expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([place]) => nameAt(place))).toEqual(
      [],
    );
  });
});

describe('jsonpath-plus, which can run the code of a path', () => {
  const files = execFileSync(
    'git',
    [
      'grep',
      '-lE',
      String.raw`from 'jsonpath-plus|(import|require)\(.jsonpath-plus`,
      '--',
      '*.ts',
      '*.tsx',
      '*.mjs',
      '*.cjs',
    ],
    { encoding: 'utf8' },
  );

  it('is used in one place', () => {
    expect(files.split('\n').filter((file) => file !== '' && file !== 'scripts/dependencies.process.test.ts')).toEqual([
      'runner/assertions/json-path.ts',
    ]);
  });

  it('never runs any there', () => {
    const source = readFileSync('runner/assertions/json-path.ts', 'utf8');
    const calls = [...source.matchAll(/JSONPath\((?<options>[^)]*)\)/g)].map(({ groups }) => groups?.options ?? '');
    expect(calls).toHaveLength(1);
    for (const options of calls) expect(options).toContain('eval: false');
  });
});
