import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAttachmentRule } from './attachment-folders.ts';

let base = '';
beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'turntree-folders-')));
  for (const folder of ['work', 'shared', 'private']) {
    mkdirSync(path.join(base, folder));
    writeFileSync(path.join(base, folder, 'a.png'), 'x');
  }
  symlinkSync(path.join(base, 'private', 'a.png'), path.join(base, 'work', 'link.png'));
  symlinkSync(path.join(base, 'private'), path.join(base, 'work', 'folder'));
  symlinkSync(path.join(base, 'shared', 'a.png'), path.join(base, 'work', 'shared.png'));
});
afterAll(() => rmSync(base, { recursive: true }));

it.each([
  ['work/a.png', true],
  ['work/none.png', true],
  ['work/shared.png', true],
  ['shared/a.png', true],
  ['private/a.png', false],
  ['work/../private/a.png', false],
  ['work/link.png', false],
  ['work/folder/a.png', false],
  ['workshop/a.png', false],
  ['../../../etc/passwd', false],
])('a case may send %s: %j', (file, allowed) => {
  const refusalOf = createAttachmentRule(path.join(base, 'work'), ['../shared']);
  const refusal = refusalOf(path.join(base, file));
  if (allowed) expect(refusal).toBeUndefined();
  else expect(refusal).toContain('outside the workspace');
});
