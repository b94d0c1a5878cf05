import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-replace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'cases.jsonl');
const versions = ['a', 'b'].map((letter) => `${letter.repeat(400_000)}\n`);

/** A process that saves the two versions in turn until it is killed, and says when it has begun. */
function saver(): ChildProcess {
  const module = pathToFileURL(path.join(import.meta.dirname, 'replace-file.ts')).href;
  const program = `
    import { readFileSync } from 'node:fs';
    const { replaceFile } = await import(${JSON.stringify(module)});
    const versions = ['a', 'b'].map((letter) => Buffer.from(letter.repeat(400_000) + '\\n'));
    for (let turn = 0; ; turn += 1) {
      await replaceFile({ file: ${JSON.stringify(file)}, before: readFileSync(${JSON.stringify(file)}), after: versions[turn % 2] });
      if (turn === 3) process.stdout.write('saving');
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

function leftovers(): string[] {
  return readdirSync(folder).filter((name) => name !== 'cases.jsonl');
}

async function killInTheMiddle(): Promise<void> {
  const child = saver();
  if (child.stdout !== null) await once(child.stdout, 'data');
  while (leftovers().length === 0 && child.exitCode === null) await new Promise(setImmediate);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('a save that is killed', () => {
  it('leaves one of the versions as a whole, and nothing beside it once the next save is done', async () => {
    writeFileSync(file, versions[0] ?? '');
    let left = 0;
    for (let kill = 0; kill < 8; kill += 1) {
      await killInTheMiddle();
      expect(versions).toContain(readFileSync(file, 'utf8'));
      left += leftovers().length;
    }
    expect(left).toBeGreaterThan(0);
    const outcome = await replaceFile({ file, before: readFileSync(file), after: Buffer.from('after\n') });
    expect([outcome, readFileSync(file, 'utf8'), leftovers()]).toEqual(['replaced', 'after\n', []]);
  });

  it('does not take away what another process is writing now', async () => {
    writeFileSync(file, versions[0] ?? '');
    const other = path.join(folder, `cases.jsonl.${process.pid}--00000000-0000-4000-8000-000000000000.tmp`);
    writeFileSync(other, 'half of a text');
    await replaceFile({ file, before: readFileSync(file), after: Buffer.from('mine\n') });
    expect(leftovers()).toEqual([path.basename(other)]);
    rmSync(other);
  });
});
