import { AgentError } from '../../ports/index.ts';

/** Reads the bytes of an answer piece by piece as text. */
export type TextReader = { push(bytes: Uint8Array): string; end(): string };

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
] as const;

/**
 * A byte order mark says the charset, else the content type, else it is UTF-8: the order of the Encoding Standard.
 * @throws an `AgentError` for a charset that is not known. With `fatal`, throws a `TypeError` for bytes that the charset does not have.
 */
export function createTextReader(contentType: string | null, { fatal = false } = {}): TextReader {
  const declared = charsetIn(contentType ?? '');
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array();
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    decoder ??= decoderFor(charsetOfMark(bytes) ?? declared ?? 'utf-8', fatal);
    return decoder.decode(bytes, { stream });
  };
  return {
    push(bytes) {
      if (decoder !== undefined) return decode(bytes, true);
      // A mark may be cut in two.
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      return head.length < 3 ? '' : decode(head, true);
    },
    end: () => decode(decoder === undefined ? head : new Uint8Array(), false),
  };
}

function charsetIn(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  return marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.charset;
}

function decoderFor(charset: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    throw new AgentError(`answered in the charset ${JSON.stringify(charset)}, which is not known here`, 'agent');
  }
}
