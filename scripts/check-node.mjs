import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

/*
 * npm run check-node
 *
 * Compares the Node binaries of this checkout, for each platform, with the official archive, using checksums that are
 * signed with a release key of Node. Exits with 0 if all match, 1 if one does not, and 2 if nothing was compared.
 */
const { values } = parseArgs({
  options: {
    archive: { type: 'string', default: 'https://nodejs.org/dist' },
    keys: { type: 'string', default: 'https://raw.githubusercontent.com/nodejs/release-keys/HEAD/keys' },
    root: { type: 'string', default: path.join(import.meta.dirname, '..') },
  },
});
/** The block size of a tar file in bytes. */
const BLOCK = 512;
const { version, releaseKeys, platforms } = readJson('scripts/node-binaries.json');

class NotCompared extends Error {}
class Different extends Error {}

try {
  checkPackages();
  const sums = parseChecksums(await readVerifiedChecksums());
  for (const [platform, binary] of Object.entries(platforms)) await compareChecksum(platform, binary, sums);
  console.log(
    `Node ${version}: the binaries of ${Object.keys(platforms).length} platforms are those of ${values.archive}.`,
  );
} catch (error) {
  if (!(error instanceof NotCompared || error instanceof Different)) throw error;
  console.error(error instanceof NotCompared ? `not compared: ${error.message}` : error.message);
  process.exitCode = error instanceof NotCompared ? 2 : 1;
}

/** Checks that the packages match the table, and that the package which is installed here contains its binary. */
function checkPackages() {
  const { optionalDependencies = {} } = readJson('package.json');
  for (const [platform, { package: name, file, sha256 }] of Object.entries(platforms)) {
    if (optionalDependencies[name] !== version)
      throw new Different(
        `package.json has ${name} ${optionalDependencies[name]}, and scripts/node-binaries.json ${version}`,
      );
    const installed = path.join(values.root, 'node_modules', name, file);
    if (!existsSync(installed)) continue;
    if (sha256Of(readFileSync(installed)) !== sha256)
      throw new Different(`${platform}: ${installed} is not the binary of ${name}`);
    console.log(`${platform}: the installed binary is that of the table.`);
  }
}

async function readVerifiedChecksums() {
  const address = `${values.archive}/v${version}/SHASUMS256.txt.asc`;
  const signed = await download(address);
  const home = mkdtempSync(path.join(os.tmpdir(), 'turntree-keys-'));
  try {
    const key = await importReleaseKeys(home);
    writeFileSync(path.join(home, 'signed'), signed);
    const { status, text } = runGpg(home, ['--status-fd', '2', '--decrypt', path.join(home, 'signed')]);
    const signer = /^\[GNUPG:\] VALIDSIG (?:\S+ ){9}(\S+)/m.exec(status)?.[1];
    if (signer === undefined || !releaseKeys.includes(signer) || /^\[GNUPG:\] (?:REVKEYSIG|BADSIG)/m.test(status))
      throw new Different(`${address} is not signed by a release key of Node (of ${key} that were found)`);
    return text;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Imports the release keys. The key servers need not be trusted, because keys count only if they have the fingerprints
 * in the table.
 */
async function importReleaseKeys(home) {
  let found = 0;
  const problems = [];
  for (const fingerprint of releaseKeys) {
    try {
      writeFileSync(path.join(home, 'key'), await download(`${values.keys}/${fingerprint}.asc`));
    } catch (error) {
      if (!(error instanceof NotCompared)) throw error;
      problems.push(error.message);
      continue;
    }
    runGpg(home, ['--import', path.join(home, 'key')]);
    found += 1;
  }
  if (found === 0) throw new NotCompared(`there are no keys to check the signature with: ${problems[0]}`);
  return found;
}

/** Runs gpg and returns its status output and the signed text. gpg must not leave a background process running. */
function runGpg(home, args) {
  const output = path.join(home, 'text');
  const all = ['--homedir', home, '--batch', '--no-autostart', '--yes', '--output', output, ...args];
  const { error, stderr } = spawnSync('gpg', all, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (error !== undefined) throw new NotCompared(`gpg cannot be run: ${error.message}`);
  return { status: stderr, text: existsSync(output) ? readFileSync(output, 'utf8') : '' };
}

/** The checksums by file name. */
function parseChecksums(text) {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, sum, file] = /^([0-9a-f]{64}) [ *](\S+)$/.exec(line) ?? [];
      return sum === undefined ? [] : [[file, sum]];
    }),
  );
}

/**
 * Compares the checksum of a binary. For Windows, the archive publishes the binary itself; for other platforms, a file
 * that contains it.
 */
async function compareChecksum(platform, { package: name, file, sha256 }, sums) {
  const folder = `node-v${version}-${platform}`;
  const published = file.endsWith('.exe') ? `${platform}/${path.basename(file)}` : `${folder}.tar.gz`;
  const sum = sums.get(published);
  if (sum === undefined) throw new NotCompared(`the signed checksums have no ${published}`);
  const content = await download(`${values.archive}/v${version}/${published}`);
  if (sha256Of(content) !== sum)
    throw new Different(`${platform}: ${published} of the archive is not what its checksums say`);
  const binary = file.endsWith('.exe') ? content : fileInTar(gunzipSync(content), `${folder}/${file}`);
  if (binary === undefined) throw new NotCompared(`${published} has no ${file}`);
  if (sha256Of(binary) !== sha256) throw new Different(`${platform}: the binary of ${name} is not the official one`);
  console.log(`${platform}: the binary of ${name} is the official one.`);
}

function fileInTar(tar, wanted) {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const field = (from, length) => tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const prefix = field(345, 155);
    const name = prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    const size = Number.parseInt(field(124, 12), 8) || 0;
    if (name === wanted) return tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

async function download(address) {
  let answer;
  try {
    answer = await fetch(address);
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    throw new NotCompared(`${address} cannot be reached: ${error.cause?.message ?? error.message}`);
  }
  throw new NotCompared(`${address} answered ${answer.status}`);
}

function sha256Of(content) {
  return createHash('sha256').update(content).digest('hex');
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(values.root, file), 'utf8'));
}
