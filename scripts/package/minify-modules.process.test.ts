import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { minifyModules } from './minify-modules.mjs';

it('modules of others lose white space and comments, but not their licenses, names or values', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const small = 'exports.one=1;\n';
  write('small.js', small);
  write('data.json', '{ "a": 1 }');
  const text = `'use strict';\n/*! (c) somebody */\n// why\nfunction greet( name ) {\n  return 'Hé ' + name;\n}\nconst all = { greet };\nmodule.exports = all;\n0 && (module.exports = {\n  greet,\n});\n`;
  write('greet.cjs', text);
  const saved = minifyModules(folder);
  expect(read('greet.cjs')).toBe(
    '"use strict";/*! (c) somebody */function greet(name){return"H\u00e9 "+name}const all={greet};module.exports=all;\n0&&(module.exports={greet,});',
  );
  expect(saved).toBe(text.length - read('greet.cjs').length);
  write('main.mjs', "export { greet } from './greet.cjs';\n");
  const { greet } = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'main.mjs')).href);
  expect([greet.name, greet('you')]).toEqual(['greet', 'H\u00e9 you']);
  expect([read('small.js'), read('data.json')]).toEqual([small, '{ "a": 1 }']);
});
