import type { ContentPart } from '../contract/index.ts';

/** A part of a message as protocols tell them apart: text, or a file at an address that may hold all of it. */
type PlainPart =
  | { kind: 'text'; text: string }
  | { kind: 'file'; of: 'image' | 'audio' | 'file'; url: string; mediaType: string; name: string | undefined };

/** What is said in words or not, whatever way it is written in. */
export function plainPart(part: ContentPart): PlainPart {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: part.text };
    case 'data':
      return { kind: 'text', text: JSON.stringify(part.data) };
    case 'image':
      return fileAt('image', part.url ?? part.source, part.name);
    case 'image_url':
      return fileAt('image', part.image_url.url, undefined);
    case 'audio':
    case 'input_audio': {
      const { data, format = 'wav' } = part.input_audio ?? part;
      return fileAt('audio', data === undefined ? part.source : `data:audio/${format};base64,${data}`, undefined);
    }
    case 'file':
      return fileAt(
        'file',
        part.file?.url ?? part.url ?? part.source,
        part.file?.filename ?? part.filename ?? part.name,
      );
    default:
      return part satisfies never;
  }
}

/** Where an address does not say what is there, its kind says what it may be. */
const kinds = { image: 'image/*', audio: 'audio/*', file: 'application/octet-stream' } as const;

function fileAt(of: keyof typeof kinds, url = '', name: string | undefined): PlainPart {
  const [, mediaType = ''] = /^data:([^;,]*)/.exec(url) ?? [];
  return { kind: 'file', of, url, mediaType: mediaType === '' ? kinds[of] : mediaType, name };
}
