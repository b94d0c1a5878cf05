import { AgentError } from '../../ports/index.ts';

/** Decodes the bytes of an answer, chunk by chunk. */
export type TextReader = { push(bytes: Uint8Array): string; end(): string };

const charsetsWithByteOrderMark = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
] as const;

/**
 * Creates a decoder. The charset comes from a byte order mark, otherwise from the content type, otherwise it is UTF-8,
 * as the Encoding Standard requires.
 * @throws an `AgentError` for an unknown charset. With `fatal`, throws a `TypeError` for bytes that are invalid in the
 * charset.
 */
export function createTextReader(contentType: string | null, { fatal = false } = {}): TextReader {
  const declaredCharset = parseCharsetOfContentType(contentType ?? '');
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    decoder ??= createDecoder(detectCharsetOfByteOrderMark(bytes) ?? declaredCharset ?? 'utf-8', fatal);
    return decoder.decode(bytes, { stream });
  };
  return {
    push(bytes) {
      if (decoder !== undefined) return decode(bytes, true);
      // Waits for more bytes, because a byte order mark may be split between two chunks.
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      return head.length < 3 ? '' : decode(head, true);
    },
    end: () => decode(decoder === undefined ? head : new Uint8Array(), false),
  };
}

function parseCharsetOfContentType(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}

function detectCharsetOfByteOrderMark(bytes: Uint8Array): string | undefined {
  return charsetsWithByteOrderMark.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.charset;
}

function createDecoder(charset: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    throw new AgentError(`answered in the charset ${JSON.stringify(charset)}, which is not supported`, 'agent');
  }
}
