import type { ContentPart, Message } from '../../../contract/index.ts';
import { castToJson, type JsonObject, withoutUndefined } from '../../../values/index.ts';
import type { A2AVersion } from './card.ts';

/** A file, with the fields that all protocol versions have. */
type FileContent = { bytes?: string; uri?: string; mimeType?: string | undefined; name?: string | undefined };

const dataUrlPattern = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s;

/** Converts the content of a message to parts in the given protocol version. */
export function toParts({ content }: Pick<Message, 'content'>, version: A2AVersion): JsonObject[] {
  if (content === null) return [];
  if (typeof content === 'string') return [toTextPart(content, version)];
  return content.map((part) => toPart(part, version));
}

function toPart(part: ContentPart, version: A2AVersion): JsonObject {
  switch (part.type) {
    case 'text':
      return toTextPart(part.text, version);
    case 'data':
      return version === '1.0' ? { data: castToJson(part.data) } : { kind: 'data', data: castToJson(part.data) };
    case 'image':
      return toFilePart(toFileContent(part.url ?? part.source, part.name), version);
    case 'image_url':
      return toFilePart(toFileContent(part.image_url.url), version);
    case 'audio':
    case 'input_audio': {
      const { data, format } = part.input_audio ?? part;
      return toFilePart({ bytes: data ?? '', mimeType: format === undefined ? undefined : `audio/${format}` }, version);
    }
    case 'file':
      return toFilePart(
        toFileContent(part.file?.url ?? part.url ?? part.source, part.file?.filename ?? part.filename ?? part.name),
        version,
      );
    default:
      return part satisfies never;
  }
}

function toTextPart(text: string, version: A2AVersion): JsonObject {
  return version === '1.0' ? { text } : { kind: 'text', text };
}

function toFileContent(url = '', name?: string): FileContent {
  const [, mimeType, bytes] = dataUrlPattern.exec(url) ?? [];
  return bytes === undefined ? { uri: url, name } : { bytes, mimeType, name };
}

function toFilePart({ bytes, uri, mimeType, name }: FileContent, version: A2AVersion): JsonObject {
  if (version === '0.3') return { kind: 'file', file: withoutUndefined({ bytes, uri, mimeType, name }) };
  return withoutUndefined({ raw: bytes, url: uri, mediaType: mimeType, filename: name });
}
