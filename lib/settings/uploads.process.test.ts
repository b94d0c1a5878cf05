import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../runner/history/db/index.ts';
import { listRuns } from '../../runner/history/index.ts';
import { addToUpload, beginUpload, importUpload } from './index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-uploads-'));
  vi.stubEnv('TURNTREE_WORKSPACE', folder);
  vi.stubEnv('TURNTREE_DB', path.join(folder, 'history.db'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const header = { type: 'turntree.history', version: 1, tool: '1.0.0', exportedAt: '2026-01-02T03:04:05.000Z' };

describe('an upload', () => {
  it('is put together from its pieces, imported, and forgotten', async () => {
    const bytes = Buffer.from(`${JSON.stringify(header)}\n`);
    const upload = beginUpload();
    addToUpload({ upload, offset: 0, data: bytes.subarray(0, 10) });
    addToUpload({ upload, offset: 10, data: bytes.subarray(10) });
    expect(await importUpload(upload)).toEqual({ ok: true, lines: ['0 runs added, 0 already present'] });
    expect(readdirSync(path.join(folder, 'uploads'))).toEqual([]);
    await expect(importUpload(upload)).rejects.toThrow('This upload has already ended.');
  });

  it('of conversations gives their suite the name of the file, and leaves nothing behind', async () => {
    const upload = beginUpload();
    const turns = [{ input: 'hello', output: 'hi' }];
    addToUpload({ upload, offset: 0, data: Buffer.from(`${JSON.stringify({ id: 'call', turns })}\n`) });
    const { ok } = await importUpload(upload, { what: 'transcripts', name: '../März/calls 1.jsonl' });
    expect(ok).toBe(true);
    const history = openDatabase(path.join(folder, 'history.db'));
    const [run] = listRuns(history, { limit: 1 });
    history.close();
    expect(run).toMatchObject({ suiteKey: 'imported/_März_calls 1.jsonl', status: 'passed', passRate: null });
    expect(readdirSync(path.join(folder, 'uploads'))).toEqual([]);
  });

  it('refuses a piece that is not the next, which changes nothing', async () => {
    const upload = beginUpload();
    addToUpload({ upload, offset: 0, data: Buffer.from('no run') });
    expect(() => addToUpload({ upload, offset: 9, data: Buffer.from('x') })).toThrow(
      'The upload is out of sequence: the next chunk must begin at byte 6, not at 9.',
    );
    const { ok, lines } = await importUpload(upload);
    expect(ok).toBe(false);
    expect(lines.join()).toContain('the file:1: this is not JSON');
  });

  it('that nobody began is refused', () => {
    expect(() => addToUpload({ upload: 'other', offset: 0, data: Buffer.from('x') })).toThrow(
      'This upload has already ended.',
    );
  });
});
