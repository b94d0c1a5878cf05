type TextRange = { start: number; end: number };
/**
 * One try to read a value: the outermost values that were complete when the try ended, and where the search resumes.
 */
type ScanResult = { complete: readonly TextRange[]; resumeAt: number };

type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

type JsonScan = {
  readonly text: string;
  position: number;
  expecting: ExpectedToken;
  /** The positions of the open brackets. */
  open: number[];
  complete: TextRange[];
  lastString: number;
};

/**
 * Yields the JSON objects and lists in prose, outermost first, in order. After an opening bracket without a valid end,
 * the search continues behind what was read, so that hostile text costs only a few passes.
 */
export function* listJsonValuesInProse(text: string): Generator<string> {
  let start = findNextOpeningBracket(text, 0);
  while (start !== -1) {
    const { complete, resumeAt } = scanContainer(text, start);
    for (const range of complete) yield text.slice(range.start, range.end);
    start = findNextOpeningBracket(text, resumeAt);
  }
}

function findNextOpeningBracket(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    if (isOpeningBracket(text[index])) return index;
  }
  return -1;
}

function isOpeningBracket(character: string | undefined): boolean {
  return character === '{' || character === '[';
}

function scanContainer(text: string, start: number): ScanResult {
  const scan: JsonScan = { text, position: start, expecting: 'value', open: [], complete: [], lastString: -1 };
  do {
    if (advanceScan(scan)) continue;
    const stuckAt = scan.lastString === -1 ? scan.position : scan.lastString + 1;
    return { complete: scan.complete, resumeAt: Math.max(start + 1, stuckAt) };
  } while (scan.open.length > 0);
  return { complete: scan.complete, resumeAt: scan.position };
}

/**
 * Reads one token if it is allowed here, otherwise returns `false`. `lastString` is kept while the last token was a
 * string.
 */
function advanceScan(scan: JsonScan): boolean {
  skipBlanks(scan);
  const character = scan.text[scan.position];
  if (character === '"') return scanString(scan);
  if (isOpeningBracket(character)) return scanOpeningBracket(scan);
  if (character === '}' || character === ']') return scanClosingBracket(scan, character);
  if (character === ',' || character === ':') return scanSeparator(scan, character);
  return scanScalar(scan);
}

function skipBlanks(scan: JsonScan): void {
  while (/[ \t\r\n]/.test(scan.text.charAt(scan.position))) scan.position += 1;
}

function scanString(scan: JsonScan): boolean {
  const isKey = scan.expecting === 'key' || scan.expecting === 'key or }';
  if (!isKey && !isValueExpected(scan)) return false;
  scan.lastString = scan.position;
  const end = findEndOfString(scan.text, scan.position);
  if (end === -1) return false;
  scan.position = end;
  scan.expecting = isKey ? ':' : ', or end';
  return true;
}

function findEndOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') return index + 1;
    if (character < ' ') return -1;
    if (character === '\\') index += 1;
  }
  return -1;
}

function scanOpeningBracket(scan: JsonScan): boolean {
  if (!isValueExpected(scan)) return false;
  scan.open.push(scan.position);
  scan.expecting = scan.text[scan.position] === '{' ? 'key or }' : 'value or ]';
  return scanNextToken(scan);
}

function scanClosingBracket(scan: JsonScan, character: '}' | ']'): boolean {
  const container = scan.open.at(-1);
  if (container === undefined) return false;
  const isObject = scan.text[container] === '{';
  const empty = isObject ? 'key or }' : 'value or ]';
  if (isObject !== (character === '}') || (scan.expecting !== ', or end' && scan.expecting !== empty)) return false;
  scan.open.pop();
  scanNextToken(scan);
  scan.expecting = ', or end';
  while ((scan.complete.at(-1)?.start ?? -1) > container) scan.complete.pop();
  scan.complete.push({ start: container, end: scan.position });
  return true;
}

function scanSeparator(scan: JsonScan, character: ',' | ':'): boolean {
  if (scan.expecting !== (character === ',' ? ', or end' : ':')) return false;
  const container = scan.open.at(-1);
  const isObject = container !== undefined && scan.text[container] === '{';
  scan.expecting = character === ',' && isObject ? 'key' : 'value';
  return scanNextToken(scan);
}

function scanScalar(scan: JsonScan): boolean {
  if (!isValueExpected(scan)) return false;
  const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  scalar.lastIndex = scan.position;
  if (!scalar.test(scan.text)) return false;
  scan.position = scalar.lastIndex;
  scan.lastString = -1;
  scan.expecting = ', or end';
  return true;
}

function scanNextToken(scan: JsonScan): true {
  scan.position += 1;
  scan.lastString = -1;
  return true;
}

function isValueExpected(scan: JsonScan): boolean {
  return scan.expecting === 'value' || scan.expecting === 'value or ]';
}
