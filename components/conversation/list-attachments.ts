import type { ContentPart, MessageContent } from '@/runner/contract';
import { parseLongText } from '@/runner/values';

/**
 * An attachment of a message. `source` is a data URL, an external URL or path, or a reference to a text not loaded
 * yet.
 */
export type Attachment = { kind: 'image' | 'audio' | 'file'; name: string; source: string };

/** Returns the attachments of a message, in order. */
export function listAttachments(content: MessageContent | undefined): Attachment[] {
  return Array.isArray(content) ? content.flatMap((part) => toAttachment(part) ?? []) : [];
}

function toAttachment(part: ContentPart): Attachment | undefined {
  switch (part.type) {
    case 'image_url':
      return { kind: 'image', name: 'image', source: part.image_url.url };
    case 'image':
      return (
        attachmentFromSource('image', part.name ?? 'image', part.url) ?? attachmentWithoutSource('image', part.source)
      );
    case 'input_audio':
    case 'audio':
      return toAudioAttachment(part);
    case 'file':
      return (
        attachmentFromSource(
          'file',
          part.file?.filename ?? part.filename ?? part.name ?? 'file',
          part.file?.url ?? part.url,
        ) ?? attachmentWithoutSource('file', part.source)
      );
    case 'text':
    case 'data':
      return undefined;
    default:
      return part satisfies never;
  }
}

function attachmentFromSource(
  kind: Attachment['kind'],
  name: string,
  source: string | undefined,
): Attachment | undefined {
  return source === undefined ? undefined : { kind, name, source };
}

/**
 * Returns an attachment of a message from before the first turn. Such a message contains only the path of a file, not
 * its content.
 */
function attachmentWithoutSource(kind: Attachment['kind'], source: string | undefined): Attachment | undefined {
  return source === undefined ? undefined : { kind, name: source.split('/').at(-1) ?? kind, source };
}

const audioFormats: Readonly<Record<string, string>> = {
  mp3: 'mpeg',
  wav: 'wav',
  ogg: 'ogg',
  webm: 'webm',
  m4a: 'mp4',
};

function toAudioAttachment(part: Extract<ContentPart, { type: 'audio' | 'input_audio' }>): Attachment | undefined {
  const data = part.input_audio?.data ?? part.data;
  const format = part.input_audio?.format ?? part.format ?? 'wav';
  if (data === undefined) return attachmentWithoutSource('audio', part.source);
  const subtype = audioFormats[format] ?? 'wav';
  // True for a reference to long audio data that has not been loaded yet. `toSafeAttachmentUrl` adds the data URL
  // prefix after loading.
  const isElsewhere = parseLongText(data) !== undefined;
  return {
    kind: 'audio',
    name: `audio.${format}`,
    source: isElsewhere ? data : `data:audio/${subtype};base64,${data}`,
  };
}

const safeImageUrlPattern = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=\s]*$/i;
const safeAudioUrlPattern = /^data:audio\/(?:mpeg|wav|ogg|webm|mp4);base64,[a-z0-9+/=\s]*$/i;
const downloadableFileUrlPattern = /^data:[a-z0-9.+-]+\/[a-z0-9.+-]+;base64,[a-z0-9+/=\s]*$/i;

/**
 * Returns a URL that is safe for the browser to show, play or save; undefined for external sources and other media
 * types.
 */
export function toSafeAttachmentUrl(kind: Attachment['kind'], source: string): string | undefined {
  if (kind === 'image') return safeImageUrlPattern.test(source) ? source : undefined;
  if (kind === 'file') return downloadableFileUrlPattern.test(source) ? toDownloadUrl(source) : undefined;
  const audio = source.startsWith('data:') ? source : `data:audio/wav;base64,${source}`;
  return safeAudioUrlPattern.test(audio) ? audio : undefined;
}

/** Replaces the media type of a data URL by a generic one, so that the browser saves the file instead of opening it. */
function toDownloadUrl(source: string): string {
  return source.replace(/^data:[^;]+;/, 'data:application/octet-stream;');
}
