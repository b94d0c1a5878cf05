import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentPart, MessageContent } from '../contract/index.ts';
import { createAttachmentReader } from './attachments.ts';

const anything = () => undefined;
const hello = Buffer.from('hello').toString('base64');

describe('createAttachmentReader', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turntree-attachments-'));
    await mkdir(join(folder, 'fixtures'));
    for (const name of ['receipt.JPG', 'voice.mp3', 'note.txt', 'what.unknown', 'a b%20c.md']) {
      await writeFile(join(folder, 'fixtures', name), 'hello');
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each<[ContentPart, ContentPart]>([
    [
      { type: 'image', source: 'file://./fixtures/receipt.JPG' },
      { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${hello}`, detail: 'auto' } },
    ],
    [
      { type: 'image', url: 'https://example.test/a.png', detail: 'high' },
      { type: 'image_url', image_url: { url: 'https://example.test/a.png', detail: 'high' } },
    ],
    [
      { type: 'audio', source: 'file://fixtures/voice.mp3' },
      { type: 'input_audio', input_audio: { data: hello, format: 'mp3' } },
    ],
    [
      { type: 'audio', data: 'AAAA', format: 'wav' },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    ],
    [
      { type: 'file', source: 'file://fixtures/note.txt' },
      { type: 'file', file: { url: `data:text/plain;base64,${hello}`, filename: 'note.txt' } },
    ],
    [
      { type: 'file', source: 'file://fixtures/note.txt', name: 'renamed.txt' },
      { type: 'file', file: { url: `data:text/plain;base64,${hello}`, filename: 'renamed.txt' } },
    ],
    [
      { type: 'file', source: 'file://fixtures/what.unknown' },
      { type: 'file', file: { url: `data:application/octet-stream;base64,${hello}`, filename: 'what.unknown' } },
    ],
    [
      { type: 'file', source: 'file://fixtures/a b%20c.md' },
      { type: 'file', file: { url: `data:text/markdown;base64,${hello}`, filename: 'a b%20c.md' } },
    ],
    [
      { type: 'file', url: 'https://example.test/a', filename: 'a' },
      { type: 'file', file: { url: 'https://example.test/a', filename: 'a' } },
    ],
    [
      { type: 'text', text: 'hi' },
      { type: 'text', text: 'hi' },
    ],
  ])('turns %j into what models understand', async (part, expected) => {
    expect(await readContent([part])).toEqual([expected]);
  });

  it('takes absolute paths as they are', async () => {
    const path = join(folder, 'fixtures', 'note.txt');
    expect(await readContent([{ type: 'file', source: `file://${path}` }], '/')).toMatchObject([
      { file: { filename: 'note.txt' } },
    ]);
  });

  it('leaves text alone', async () => {
    expect(await readContent('file://fixtures/note.txt')).toBe('file://fixtures/note.txt');
  });

  it('names a missing file as it was written and where it was looked for', async () => {
    const path = join(folder, 'fixtures', 'none.png');
    await expect(readContent([{ type: 'image', source: 'file://./fixtures/none.png' }])).rejects.toThrow(
      `cannot read image "./fixtures/none.png" (${path}): the file does not exist`,
    );
  });

  it('refuses a file that must not be sent, without reading it', async () => {
    const reader = createAttachmentReader((file) => (file.endsWith('note.txt') ? 'it is secret' : undefined));
    const content: ContentPart[] = [{ type: 'file', source: 'file://fixtures/note.txt' }];
    await expect(reader.read(content, folder, new AbortController().signal)).rejects.toThrow(
      `cannot read file "fixtures/note.txt" (${join(folder, 'fixtures', 'note.txt')}): it is secret`,
    );
  });

  it('refuses a source that is not a file', async () => {
    await expect(readContent([{ type: 'image', source: 'FILE://fixtures/note.txt' }])).rejects.toThrow(
      'starts with file://',
    );
  });

  it('stops when it is told to', async () => {
    const reading = createAttachmentReader(anything).read(
      [{ type: 'file', source: 'file://fixtures/note.txt' }],
      folder,
      AbortSignal.abort(new Error('stopped')),
    );
    await expect(reading).rejects.toThrow('stopped');
  });

  function readContent(content: MessageContent, baseDir = folder): Promise<MessageContent> {
    return createAttachmentReader(anything).read(content, baseDir, new AbortController().signal);
  }
});
