import type { ContentPart, Message } from '../../../contract/index.ts';
import { asJson, type JsonObject, withoutUndefined } from '../../../values/index.ts';
import type { A2AVersion } from './card.ts';

/** A file, in the fields that both protocol versions share. */
type FileContent = { bytes?: string; uri?: string; mimeType?: string | undefined; name?: string | undefined };

const dataUrl = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s;

/** Converts the content of a message to parts of the given version. */
export function toParts({ content }: Pick<Message, 'content'>, version: A2AVersion): JsonObject[] {
  if (content === null) return [];
  if (typeof content === 'string') return [textPart(content, version)];
  return content.map((part) => toPart(part, version));
}

function toPart(part: ContentPart, version: A2AVersion): JsonObject {
  switch (part.type) {
    case 'text':
      return textPart(part.text, version);
    case 'data':
      return version === '1.0' ? { data: asJson(part.data) } : { kind: 'data', data: asJson(part.data) };
    case 'image':
      return filePart(fileContentAt(part.url ?? part.source, part.name), version);
    case 'image_url':
      return filePart(fileContentAt(part.image_url.url), version);
    case 'audio':
    case 'input_audio': {
      const { data, format } = part.input_audio ?? part;
      return filePart({ bytes: data ?? '', mimeType: format === undefined ? undefined : `audio/${format}` }, version);
    }
    case 'file':
      return filePart(
        fileContentAt(part.file?.url ?? part.url ?? part.source, part.file?.filename ?? part.filename ?? part.name),
        version,
      );
    default:
      return part satisfies never;
  }
}

function textPart(text: string, version: A2AVersion): JsonObject {
  return version === '1.0' ? { text } : { kind: 'text', text };
}

function fileContentAt(url = '', name?: string): FileContent {
  const [, mimeType, bytes] = dataUrl.exec(url) ?? [];
  return bytes === undefined ? { uri: url, name } : { bytes, mimeType, name };
}

function filePart({ bytes, uri, mimeType, name }: FileContent, version: A2AVersion): JsonObject {
  if (version === '0.3') return { kind: 'file', file: withoutUndefined({ bytes, uri, mimeType, name }) };
  return withoutUndefined({ raw: bytes, url: uri, mediaType: mimeType, filename: name });
}
