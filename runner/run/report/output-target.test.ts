import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { chooseDefaultOutput } from './output-target.ts';

it('a report that nobody named does not take the place of another of the same second', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-output-'));
  const now = new Date(2026, 10, 21, 3, 15, 0);
  const names = ['output-20261121031500.jsonl', 'output-20261121031500-2.jsonl', 'output-20261121031500-3.jsonl'];
  for (const name of names) {
    const { file, format } = chooseDefaultOutput(folder, now);
    expect([path.relative(folder, file), format]).toEqual([name, 'jsonl']);
    writeFileSync(file, 'kept');
  }
  rmSync(folder, { recursive: true });
});
