import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { cliBundle } from './cli-bundle.mjs';

const root = path.join(import.meta.dirname, '..');

const programs = ['entry', 'worker-main', 'watch-main', 'mastra-objects', 'history-thread'];

// The cost of loading these programs is paid many times: every command starts the entry file, and each run starts
// several of the other programs.
it.each(programs.map((name) => cliBundle.entryPoints[name] ?? ''))(
  '%s starts without what it does not need',
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
    // None of these programs loads the module for child processes at its start, except the bundle of the command line,
    // where the module is loaded only when it is used.
    const isLazy = entry === cliBundle.entryPoints.entry;
    expect([...loaded].includes('builtin:child_process') && !isLazy).toBe(false);
  },
);
