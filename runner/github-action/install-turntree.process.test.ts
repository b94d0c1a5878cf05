import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { installTurntree } from './install-turntree.ts';

/** A fake package manager that records its arguments and then installs a program, or fails. */
const installer = `#!/bin/sh
echo "$(basename "$0") $*" >> calls.txt
case "$*" in
  *broken*) echo 'no such version'; exit 1 ;;
  *--prefix*) into="$(echo "$*" | sed 's/.*--prefix \\([^ ]*\\).*/\\1/')" ;;
  *) into=. ;;
esac
mkdir -p "$into/node_modules/turntree"
echo '{"version": "1.2.3", "bin": {"turntree": "bin.cjs"}}' > "$into/node_modules/turntree/package.json"
`;
const manifest = (dependencies: object) => JSON.stringify({ devDependencies: dependencies });

async function install(files: Record<string, string>, { folder = '.', version = '' } = {}) {
  const checkout = await createTemporaryWorkspace({
    'tools/npm': installer,
    'tools/pnpm': installer,
    'action/package.json': '{"version": "0.1.0"}',
    [path.join(folder, 'tests/cases.jsonl')]: '',
    ...files,
  });
  for (const tool of ['npm', 'pnpm']) chmodSync(path.join(checkout, 'tools', tool), 0o755);
  const environment = { ...process.env, PATH: `${path.join(checkout, 'tools')}:/usr/bin:/bin` };
  const variables = { ...environment, RUNNER_TEMP: path.join(checkout, 'temporary') };
  const program = await installTurntree(
    { folder: path.join(checkout, folder), checkout, version, environment },
    { variables, log: () => undefined, home: path.join(checkout, 'action') },
  );
  const calls = path.join(checkout, 'calls.txt');
  return {
    program: path.relative(checkout, program),
    calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().replaceAll(checkout, '…') : '',
  };
}

it.each([
  ['package-lock.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['none', 'npm install --no-audit --no-fund'],
])('installs a project that names turntree from its %s', async (lock, calls) => {
  expect(await install({ 'package.json': manifest({ turntree: '1.2.3' }), [lock]: '' })).toEqual({
    program: 'node_modules/turntree/bin.cjs',
    calls,
  });
});

it('installs nothing when turntree is there', async () => {
  const files = { 'node_modules/turntree/package.json': '{"bin": {"turntree": "own.cjs"}}' };
  expect(await install(files, { folder: 'deep/down' })).toEqual({
    program: 'node_modules/turntree/own.cjs',
    calls: '',
  });
});

it.each([
  ['', 'turntree@0.1.0'],
  ['2.0.0', 'turntree@2.0.0'],
])('installs version %j beside the checkout when the project has none', async (version, source) => {
  expect(await install({ 'package.json': manifest({}) }, { version })).toEqual({
    program: 'temporary/turntree/node_modules/turntree/bin.cjs',
    calls: `npm install --no-audit --no-fund --ignore-scripts --prefix …/temporary/turntree ${source}`,
  });
});

it('says why an installation failed', async () => {
  await expect(install({}, { version: 'broken' })).rejects.toThrow(
    'npm install ended with exit code 1:\nno such version',
  );
});

it('says which package manager is missing', async () => {
  const files = { 'package.json': manifest({ turntree: '1' }), 'yarn.lock': '' };
  await expect(install(files)).rejects.toThrow('yarn is not installed: install it in an earlier step of the job');
});
