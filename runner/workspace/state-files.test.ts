import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { createStateReader } from './state-files.ts';

describe('a state file', () => {
  it('lies beside the suite or in the workspace, and holds an object', async () => {
    const root = await createTemporaryWorkspace({
      'tests/shop.json': '{"a": 1}',
      'fixtures/shop.json': '{"a": 2}',
      'fixtures/list.json': '[1]',
      'fixtures/broken.json': '{"a": ',
    });
    const read = createStateReader(path.join(root, 'tests', 'cases.jsonl'), root);
    expect(read('shop.json')).toEqual({ ok: true, state: { a: 1 } });
    expect(read('fixtures/shop.json')).toEqual({ ok: true, state: { a: 2 } });
    expect(read('../fixtures/shop.json')).toEqual({ ok: true, state: { a: 2 } });
    expect(read('fixtures/list.json')).toMatchObject({ ok: false, message: expect.stringContaining('a JSON object') });
    expect(read('fixtures/broken.json')).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be read'),
    });
    expect(read('fixtures/shopp.json')).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not exist'),
      suggestion: 'fixtures/shop.json',
    });
  });

  it('stays inside the workspace, also through a link', async () => {
    const folderOutside = await createTemporaryWorkspace({ 'shop.json': '{}' });
    const root = await createTemporaryWorkspace({});
    mkdirSync(path.join(root, 'tests'));
    symlinkSync(path.join(folderOutside, 'shop.json'), path.join(root, 'tests', 'link.json'));
    const read = createStateReader(path.join(root, 'tests', 'cases.jsonl'), root);
    const relative = path.relative(path.join(root, 'tests'), path.join(folderOutside, 'shop.json'));
    for (const name of [relative, path.join(folderOutside, 'shop.json'), 'link.json']) {
      expect(read(name)).toMatchObject({ ok: false, message: expect.stringContaining('outside the workspace') });
    }
  });
});
