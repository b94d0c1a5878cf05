import { describe, expect, it } from 'vitest';
import { listAttachments, toSafeAttachmentUrl } from './list-attachments';

describe('attachmentsOf', () => {
  it('finds images, sounds and files, and leaves texts', () => {
    expect(
      listAttachments([
        { type: 'text', text: 'look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        { type: 'file', file: { url: 'data:application/pdf;base64,CCCC', filename: 'bill.pdf' } },
      ]),
    ).toEqual([
      { kind: 'image', name: 'image', source: 'data:image/png;base64,AAAA' },
      { kind: 'audio', name: 'audio.mp3', source: 'data:audio/mpeg;base64,BBBB' },
      { kind: 'file', name: 'bill.pdf', source: 'data:application/pdf;base64,CCCC' },
    ]);
    expect(
      listAttachments([
        { type: 'image', source: 'file://photos/a.png' },
        { type: 'audio', source: 'file://a.wav' },
        { type: 'file', source: 'file://bill.pdf', url: 'data:application/pdf;base64,CCCC' },
        { type: 'image' },
      ]),
    ).toEqual([
      { kind: 'image', name: 'a.png', source: 'file://photos/a.png' },
      { kind: 'audio', name: 'a.wav', source: 'file://a.wav' },
      { kind: 'file', name: 'file', source: 'data:application/pdf;base64,CCCC' },
    ]);
    expect(listAttachments('text')).toEqual([]);
    expect(listAttachments(null)).toEqual([]);
  });
});

describe('toSafeAttachmentUrl', () => {
  it.each([
    ['image', 'https://evil.example/track.png'],
    ['image', 'javascript:alert(1)'],
    ['image', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['image', 'data:text/html;base64,PGI+'],
    ['audio', 'https://evil.example/a.mp3'],
    ['file', 'https://evil.example/a.exe'],
    ['file', 'javascript:alert(1)'],
    ['image', 'file:///etc/passwd'],
    ['audio', 'file://a.wav'],
    ['file', 'file://bill.pdf'],
  ] as const)('has none for %s %s', (kind, source) => {
    expect(toSafeAttachmentUrl(kind, source)).toBeUndefined();
  });

  it('shows images and sounds that came along, and saves files as bytes', () => {
    expect(toSafeAttachmentUrl('image', 'data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
    expect(toSafeAttachmentUrl('audio', 'BBBB')).toBe('data:audio/wav;base64,BBBB');
    expect(toSafeAttachmentUrl('file', 'data:text/html;base64,PGI+')).toBe('data:application/octet-stream;base64,PGI+');
  });
});
