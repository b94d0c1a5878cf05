import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { cliBundle } from './cli-bundle.mjs';

const root = path.join(import.meta.dirname, '..');

const processes = ['worker-main', 'watch-main', 'history-thread'].map((name) => cliBundle.entryPoints[name] ?? '');

// Every run starts several of these processes, so the code that they load is paid for repeatedly.
it.each([...processes, 'runner/extensions/registered/verbs.ts'])(
  '%s starts without a schema library',
  async (entry) => {
    const { metafile } = await build({
      ...cliBundle,
      absWorkingDir: root,
      entryPoints: { start: entry },
      outdir: 'dist',
      metafile: true,
      write: false,
    });
    const loaded = new Set([entry]);
    for (const file of loaded) {
      for (const { path: imported, kind, external } of metafile?.inputs[file]?.imports ?? []) {
        if (kind !== 'dynamic-import' && external !== true) loaded.add(imported);
      }
    }
    expect(loaded.size).toBeGreaterThan(1);
    expect([...loaded].filter((file) => file.includes('node_modules/zod/'))).toEqual([]);
  },
);
