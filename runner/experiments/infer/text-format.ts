type TextPiece = { kind: 'digits' | 'capitals' | 'letters' | 'mark'; text: string };

const MAX_TEXT_LENGTH = 64;
const MAX_PIECES = 16;
const EMAIL_PATTERN = '^[^\\s@]+@[^\\s@]+$';
const piecePattern = /(?<digits>\d+)|(?<capitals>[A-Z]+)|(?<letters>[a-z]+)|(?<mark>[^\dA-Za-z])/gu;
const regexByPieceKind = { digits: '\\d', capitals: '[A-Z]', letters: '[a-z]' };

/**
 * Returns a regular expression for the common format of identifiers, dates or addresses: groups of digits and letters,
 * and the characters between them. Undefined for ordinary texts. Adjacent groups are of different kinds, so matching
 * needs little backtracking.
 */
export function inferTextFormat(texts: readonly string[]): string | undefined {
  if (texts.some((text) => text.length > MAX_TEXT_LENGTH)) return undefined;
  if (texts.every((text) => new RegExp(EMAIL_PATTERN, 'u').test(text))) return EMAIL_PATTERN;
  const [first = [], ...others] = texts.map(splitIntoTextPieces);
  const hasSameShape = others.every(
    (pieces) => pieces.length === first.length && pieces.every(({ kind }, index) => kind === first[index]?.kind),
  );
  const isIdentifier = first.some(({ kind }) => kind === 'digits') && !texts.some((text) => /\s.*\s/su.test(text));
  if (!(hasSameShape && isIdentifier) || first.length > MAX_PIECES) return undefined;
  const columns = first.map((piece, index) => [piece, ...others.flatMap((pieces) => pieces[index] ?? [])]);
  if (columns.some((column) => column[0]?.kind === 'mark' && !isEqualEverywhere(column))) return undefined;
  return `^${columns.map(toColumnRegex).join('')}$`;
}

function splitIntoTextPieces(text: string): TextPiece[] {
  return [...text.matchAll(piecePattern)].flatMap(({ groups = {} }) =>
    (['digits', 'capitals', 'letters', 'mark'] as const).flatMap((kind) => {
      const piece = groups[kind];
      return piece === undefined ? [] : [{ kind, text: piece }];
    }),
  );
}

function isEqualEverywhere(column: readonly TextPiece[]): boolean {
  return column.every(({ text }) => text === column[0]?.text);
}

function toColumnRegex(column: readonly TextPiece[]): string {
  const [first] = column;
  if (first === undefined) return '';
  if (first.kind === 'mark') return first.text.replace(/[$()*+./?[\\\]^{|}]/gu, '\\$&');
  if (first.kind !== 'digits' && isEqualEverywhere(column)) return first.text;
  const lengths = new Set(column.map(({ text }) => text.length));
  return `${regexByPieceKind[first.kind]}${lengths.size === 1 ? `{${first.text.length}}` : '+'}`;
}
