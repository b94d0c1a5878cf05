import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { measureTreeCpuMs } from '../../scripts/testing/tree-cpu';

/** A test whose CPU time, including browser and child processes, is reported by `npm test`. */
export const test = base.extend<{ measured: undefined }>({
  measured: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { file }) => {
      const before = measureTreeCpuMs(process.pid);
      await use(undefined);
      const after = measureTreeCpuMs(process.pid);
      const folder = process.env.TURNTREE_TEST_CPU;
      if (folder === undefined || before === undefined || after === undefined) return;
      mkdirSync(folder, { recursive: true });
      // The time cannot be negative, but it may be too small: the CPU time of child processes that were not waited for
      // is lost.
      const cpuMs = Math.max(0, after - before);
      const entry = { file: path.relative(process.cwd(), file), cpuMs };
      writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(entry));
    },
    { auto: true },
  ],
});
