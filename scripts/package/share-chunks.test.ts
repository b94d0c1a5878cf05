import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shareChunks } from './share-chunks.mjs';

it('equal chunks lead to the first, and have the same value as before', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-chunks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const list = `module.exports=["${'x'.repeat(2_000)}",1]`;
  write('[root]__a._.js', `${list}\n//# sourceMappingURL=a.js.map`);
  write('[root]__b._.js', `${list}\n//# sourceMappingURL=b.js.map`);
  write('other.js', list.replace('1]', '2]'));
  write('runtime.js', list.replace('module.exports=', 'start('));
  const size = statSync(path.join(folder, '[root]__b._.js')).size;
  expect(shareChunks(folder)).toBe(size - read('[root]__b._.js').length);
  expect(read('[root]__b._.js')).toBe('module.exports=require("./[root]__a._.js");\n');
  const require = createRequire(path.join(folder, 'main.cjs'));
  expect(require(path.join(folder, '[root]__b._.js'))).toEqual(['x'.repeat(2_000), 1]);
  expect(read('other.js')).toContain('2]');
  expect(read('runtime.js')).toContain('start(');
});
