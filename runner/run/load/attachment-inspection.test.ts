import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuthoredCase } from '../../contract/index.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAttachmentInspection } from './attachment-inspection.ts';

const authored: AuthoredCase = {
  id: 'a',
  input: { role: 'user', content: [{ type: 'image', source: 'file://receipt.png' }] },
};

describe('createAttachmentInspection', () => {
  it('reads an attachment once for all cases', async () => {
    const folder = await createTemporaryWorkspace({ 'receipt.png': '<!doctype html>' });
    const inspect = createAttachmentInspection({ folder, isRefused: () => false });
    const [finding] = inspect(authored);
    expect(finding?.message).toContain('is an HTML page');
    rmSync(path.join(folder, 'receipt.png'));
    expect(inspect(authored)).toEqual([finding]);
  });

  it('says nothing of a file that cannot be read', async () => {
    const folder = await createTemporaryWorkspace({});
    expect(createAttachmentInspection({ folder, isRefused: () => false })(authored)).toEqual([]);
    writeFileSync(path.join(folder, 'receipt.png'), '<html>');
    expect(createAttachmentInspection({ folder, isRefused: () => true })(authored)).toEqual([]);
  });
});
