import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ContentPart, MessageContent } from '../contract/index.ts';
import type { AttachmentReader } from '../ports/index.ts';
import { getFileExtension, getMimeType } from './mime-types.ts';
import { InputError } from './problem.ts';
import { describeReadError } from './read-failure.ts';

const FILE_SCHEME = 'file://';

type ContentPartOf<Type extends ContentPart['type']> = Extract<ContentPart, { type: Type }>;
type AudioPart = ContentPartOf<'audio'> | ContentPartOf<'input_audio'>;
type ReadAttachmentSource = (kind: string, source: string) => Promise<Buffer>;

/**
 * Embeds the files that a message refers to: images become `image_url`, audio `input_audio`, other files `file` parts,
 * with their bytes in base64. Paths are relative to `baseDir` and are not percent-decoded. Files for which `refusalOf`
 * gives a reason are not read.
 */
export function createAttachmentReader(refusalOf: (file: string) => string | undefined): AttachmentReader {
  return {
    async read(content, baseDir, signal): Promise<MessageContent> {
      if (!Array.isArray(content)) return content;
      const readSource: ReadAttachmentSource = (kind, source) =>
        readAttachment({ kind, source, baseDir, refusalOf }, signal);
      return Promise.all(content.map((part) => loadContentPart(part, readSource)));
    },
  };
}

async function loadContentPart(part: ContentPart, read: ReadAttachmentSource): Promise<ContentPart> {
  switch (part.type) {
    case 'image':
      return loadImagePart(part, read);
    case 'audio':
    case 'input_audio':
      return loadAudioPart(part, read);
    case 'file':
      return loadFilePart(part, read);
    case 'text':
    case 'image_url':
    case 'data':
      return part;
    default:
      part satisfies never;
      return part;
  }
}

async function loadImagePart(
  { source, url, detail }: ContentPartOf<'image'>,
  read: ReadAttachmentSource,
): Promise<ContentPartOf<'image_url'>> {
  if (source !== undefined) {
    const image = { url: toDataUrl(source, await read('image', source)), detail: detail ?? 'auto' };
    return { type: 'image_url', image_url: image };
  }
  if (url === undefined) throw new InputError('an image needs "source" ("file://…") or "url"');
  return { type: 'image_url', image_url: detail === undefined ? { url } : { url, detail } };
}

async function loadAudioPart(part: AudioPart, read: ReadAttachmentSource): Promise<ContentPartOf<'input_audio'>> {
  const { source, data, format, input_audio: inputAudio } = part;
  if (source !== undefined) {
    const bytes = await read('audio', source);
    return {
      type: 'input_audio',
      input_audio: { data: bytes.toString('base64'), format: format ?? getFileExtension(source) },
    };
  }
  if (inputAudio !== undefined) return { type: 'input_audio', input_audio: inputAudio };
  if (data === undefined || format === undefined) {
    throw new InputError('audio needs "source" ("file://…"), or "data" with "format"');
  }
  return { type: 'input_audio', input_audio: { data, format } };
}

async function loadFilePart(part: ContentPartOf<'file'>, read: ReadAttachmentSource): Promise<ContentPartOf<'file'>> {
  const { source, url, file } = part;
  const filename = part.name ?? part.filename;
  if (source !== undefined) {
    const bytes = await read('file', source);
    return {
      type: 'file',
      file: { url: toDataUrl(source, bytes), filename: filename ?? basename(parsePathOfSource(source)) },
    };
  }
  if (file !== undefined) return { type: 'file', file };
  if (url === undefined) throw new InputError('a file needs "source" ("file://…"), "url" or "file"');
  return { type: 'file', file: filename === undefined ? { url } : { url, filename } };
}

type AttachmentSource = {
  kind: string;
  source: string;
  baseDir: string;
  refusalOf: (file: string) => string | undefined;
};

async function readAttachment(
  { kind, source, baseDir, refusalOf }: AttachmentSource,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!source.startsWith(FILE_SCHEME)) {
    throw new InputError(`the source of ${kind} parts starts with file://, not ${JSON.stringify(source.slice(0, 60))}`);
  }
  const path = resolve(baseDir, parsePathOfSource(source));
  const quotedPath = JSON.stringify(parsePathOfSource(source));
  const refusal = refusalOf(path);
  if (refusal !== undefined) throw new InputError(`cannot read ${kind} ${quotedPath} (${path}): ${refusal}`);
  try {
    return await readFile(path, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new InputError(`cannot read ${kind} ${quotedPath} (${path}): ${describeReadError(error)}`, [], {
      cause: error,
    });
  }
}

function parsePathOfSource(source: string): string {
  return source.slice(FILE_SCHEME.length);
}

function toDataUrl(source: string, bytes: Buffer): string {
  return `data:${getMimeType(parsePathOfSource(source))};base64,${bytes.toString('base64')}`;
}
