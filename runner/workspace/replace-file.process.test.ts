import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-replace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'cases.jsonl');
const versions = ['a', 'b'].map((letter) => `${letter.repeat(400_000)}\n`);

/**
 * Starts a process that saves two versions of a file alternately until it is killed, and reports when it has started.
 */
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
    let remaining = 0;
    for (let kill = 0; kill < 8; kill += 1) {
      await killInTheMiddle();
      expect(versions).toContain(readFileSync(file, 'utf8'));
      remaining += leftovers().length;
    }
    expect(remaining).toBeGreaterThan(0);
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

describe('a writer that comes between the last look and the move', () => {
  const before = Buffer.from('before\n');
  const after = Buffer.from('mine\n');

  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    writeFileSync(file, before);
  });

  it.each<[string, Parameters<typeof replaceFile>[1]]>([
    ['writes into the file', moves({ beforeRename: () => appendFileSync(file, 'theirs\n') })],
    ['puts another file into its place', moves({ afterLink: () => replaceBy('before\ntheirs\n') })],
    [
      'writes into it on a file system without links',
      moves({ links: false, beforeLink: () => appendFileSync(file, 'theirs\n') }),
    ],
  ])('%s: what it wrote stays, and it is told', async (_, steps) => {
    expect(await replaceFile({ file, before, after }, steps)).toBe('changed');
    expect(readFileSync(file, 'utf8')).toBe('before\ntheirs\n');
    expect(leftovers()).toEqual([]);
  });

  it('deletes the file: it is not made again', async () => {
    const steps = moves({ afterLink: () => rmSync(file) });
    expect(await replaceFile({ file, before, after }, steps)).toBe('changed');
    expect(readdirSync(folder)).toEqual([]);
    expect(await replaceFile({ file, before, after })).toBe('changed');
  });

  it('makes a file where there was to be a new one: it is not written over', async () => {
    rmSync(file);
    const steps = moves({ beforeLink: () => writeFileSync(file, 'theirs\n') });
    expect(await replaceFile({ file, before: undefined, after }, steps)).toBe('changed');
    expect(readFileSync(file, 'utf8')).toBe('theirs\n');
    rmSync(file);
    expect(await replaceFile({ file, before: undefined, after }, moves({ links: false }))).toBe('replaced');
    expect([readFileSync(file, 'utf8'), leftovers()]).toEqual(['mine\n', []]);
  });

  it('is one of two: what both wrote is there', async () => {
    let isFirst = true;
    const steps = moves({
      beforeRename: () => isFirst && appendFileSync(file, 'theirs\n'),
      afterRename: () => {
        if (isFirst) replaceBy('third\n');
        isFirst = false;
      },
    });
    expect(await replaceFile({ file, before, after }, steps)).toBe('changed');
    expect(readFileSync(file, 'utf8')).toBe('third\n');
    expect(leftovers().map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['before\ntheirs\n']);
  });
});

function replaceBy(text: string): void {
  const other = path.join(folder, 'other');
  writeFileSync(other, text);
  renameSync(other, file);
}

type Between = {
  links?: boolean;
  beforeLink?: () => void;
  afterLink?: () => void;
  beforeRename?: () => void;
  afterRename?: () => void;
};

/** Returns the two system calls that move a file, but lets other programs change the file between them. */
function moves({ links = true, ...others }: Between): Parameters<typeof replaceFile>[1] {
  return {
    link(from, to) {
      others.beforeLink?.();
      if (!links) throw new Error('operation not supported');
      linkSync(from, to);
      others.afterLink?.();
    },
    rename(from, to) {
      others.beforeRename?.();
      renameSync(from, to);
      others.afterRename?.();
    },
  };
}
