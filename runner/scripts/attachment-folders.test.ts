import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAttachmentCheck } from './attachment-folders.ts';

let base = '';
beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'turntree-folders-')));
  for (const folder of ['work', 'shared', 'private']) {
    mkdirSync(path.join(base, folder));
    writeFileSync(path.join(base, folder, 'a.png'), 'x');
  }
  for (const folder of ['work/.git', 'work/.listed', 'work/docs/.hidden']) {
    mkdirSync(path.join(base, folder), { recursive: true });
    writeFileSync(path.join(base, folder, 'config'), 'x');
  }
  writeFileSync(path.join(base, 'work', '.env'), 'x');
  symlinkSync(path.join(base, 'work', '.env'), path.join(base, 'work', 'env.png'));
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
  const refusalOf = createAttachmentCheck(path.join(base, 'work'), ['../shared']);
  const refusal = refusalOf(path.join(base, file));
  if (allowed) expect(refusal).toBeUndefined();
  else expect(refusal).toContain('outside the workspace');
});

it.each(['work/.env', 'work/.git/config', 'work/docs/.hidden/config', 'work/docs/../.env', 'work/env.png'])(
  'a case may not send %s, whose name begins with a dot, unless its folder is listed',
  (file) => {
    const refusal = createAttachmentCheck(path.join(base, 'work'), ['../shared', '.listed'])(path.join(base, file));
    expect(refusal).toContain('begins with a dot');
  },
);

it('a case may send hidden files of a folder that is listed, also where the workspace itself lies in a hidden folder', () => {
  const work = path.join(base, 'work');
  expect(createAttachmentCheck(work, ['.listed'])(path.join(work, '.listed/config'))).toBeUndefined();
  expect(createAttachmentCheck(work, ['.'])(path.join(work, '.env'))).toBeUndefined();
  expect(createAttachmentCheck(path.join(work, '.git'))(path.join(work, '.git/config'))).toBeUndefined();
});
