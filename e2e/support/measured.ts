import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { treeCpuMs } from '../../scripts/testing/tree-cpu';

/** Tests whose CPU, with the browser and all processes of theirs, is in the report of `npm test`. */
export const test = base.extend<{ measured: undefined }>({
  measured: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { file }) => {
      const before = treeCpuMs(process.pid);
      await use(undefined);
      const after = treeCpuMs(process.pid);
      const folder = process.env.TURNTREE_TEST_CPU;
      if (folder === undefined || before === undefined || after === undefined) return;
      mkdirSync(folder, { recursive: true });
      // Processes that were not waited for leave nothing behind.
      const cpuMs = Math.max(0, after - before);
      const entry = { file: path.relative(process.cwd(), file), cpuMs };
      writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(entry));
    },
    { auto: true },
  ],
});
