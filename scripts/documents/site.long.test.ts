import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { home, listTrackedFiles } from './documents.ts';

it('the documents become a site with a search index; a dead link would end the build', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-site-'));
  const vitepress = path.join(home, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build', 'docs', '--outDir', folder], { cwd: home, stdio: 'pipe' });
  const files = readdirSync(folder, { recursive: true }).map(String);
  const pages = listTrackedFiles('docs/*.md').map((file) => path.relative('docs', file).replace(/md$/, 'html'));
  expect(files).toEqual(expect.arrayContaining(pages.map((file) => path.normalize(file))));
  expect(files.some((file) => file.includes('localSearchIndex'))).toBe(true);
  rmSync(folder, { recursive: true });
});
