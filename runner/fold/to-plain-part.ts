import type { ContentPart } from '../contract/index.ts';

/**
 * A part of a message, reduced to the two categories that protocols distinguish: a text, or a file at a URL, which may
 * be a data URL.
 */
type TextOrFilePart =
  | { kind: 'text'; text: string }
  | { kind: 'file'; of: 'image' | 'audio' | 'file'; url: string; mediaType: string; name: string | undefined };

/** Converts a part of a message, in any format, to a text or a file. */
export function toTextOrFilePart(part: ContentPart): TextOrFilePart {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: part.text };
    case 'data':
      return { kind: 'text', text: JSON.stringify(part.data) };
    case 'image':
      return createFilePart('image', part.url ?? part.source, part.name);
    case 'image_url':
      return createFilePart('image', part.image_url.url, undefined);
    case 'audio':
    case 'input_audio': {
      const { data, format = 'wav' } = part.input_audio ?? part;
      return createFilePart(
        'audio',
        data === undefined ? part.source : `data:audio/${format};base64,${data}`,
        undefined,
      );
    }
    case 'file':
      return createFilePart(
        'file',
        part.file?.url ?? part.url ?? part.source,
        part.file?.filename ?? part.filename ?? part.name,
      );
    default:
      return part satisfies never;
  }
}

/** The default media types for URLs that do not state a media type. */
const defaultMediaTypes = { image: 'image/*', audio: 'audio/*', file: 'application/octet-stream' } as const;

function createFilePart(kind: keyof typeof defaultMediaTypes, url = '', name: string | undefined): TextOrFilePart {
  const [, mediaType = ''] = /^data:([^;,]*)/.exec(url) ?? [];
  return { kind: 'file', of: kind, url, mediaType: mediaType === '' ? defaultMediaTypes[kind] : mediaType, name };
}
