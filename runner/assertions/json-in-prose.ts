type TextRange = { start: number; end: number };
/**
 * The result of an attempt to parse JSON at some position: the outermost values that were complete when the parser
 * stopped, and where to continue the search.
 */
type ScanResult = { completeRanges: readonly TextRange[]; resumeAt: number };

type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

type JsonScan = {
  readonly text: string;
  position: number;
  expectedToken: ExpectedToken;
  /** The positions of the brackets that are open. */
  openContainers: number[];
  completeRanges: TextRange[];
  lastString: number;
};

/**
 * Yields the JSON objects and lists in prose, in order, without those inside others. If an opening bracket has no valid
 * end, continues after the text that was read, so that the time stays linear even for malicious text.
 */
export function* listJsonValuesInProse(text: string): Generator<string> {
  let start = findNextOpeningBracket(text, 0);
  while (start !== -1) {
    const { completeRanges, resumeAt } = scanContainer(text, start);
    for (const range of completeRanges) yield text.slice(range.start, range.end);
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
  const scan: JsonScan = {
    text,
    position: start,
    expectedToken: 'value',
    openContainers: [],
    completeRanges: [],
    lastString: -1,
  };
  do {
    if (advanceScan(scan)) continue;
    const stuckAt = scan.lastString === -1 ? scan.position : scan.lastString + 1;
    return { completeRanges: scan.completeRanges, resumeAt: Math.max(start + 1, stuckAt) };
  } while (scan.openContainers.length > 0);
  return { completeRanges: scan.completeRanges, resumeAt: scan.position };
}

/**
 * Reads one JSON token. Returns false if it is not allowed at this position. `lastString` is set if the last token was
 * a string.
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
  const isKey = scan.expectedToken === 'key' || scan.expectedToken === 'key or }';
  if (!isKey && !isValueExpected(scan)) return false;
  scan.lastString = scan.position;
  const end = findEndOfString(scan.text, scan.position);
  if (end === -1) return false;
  scan.position = end;
  scan.expectedToken = isKey ? ':' : ', or end';
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
  scan.openContainers.push(scan.position);
  scan.expectedToken = scan.text[scan.position] === '{' ? 'key or }' : 'value or ]';
  return scanNextToken(scan);
}

function scanClosingBracket(scan: JsonScan, character: '}' | ']'): boolean {
  const container = scan.openContainers.at(-1);
  if (container === undefined) return false;
  const isObject = scan.text[container] === '{';
  const empty = isObject ? 'key or }' : 'value or ]';
  if (isObject !== (character === '}') || (scan.expectedToken !== ', or end' && scan.expectedToken !== empty))
    return false;
  scan.openContainers.pop();
  scanNextToken(scan);
  scan.expectedToken = ', or end';
  while ((scan.completeRanges.at(-1)?.start ?? -1) > container) scan.completeRanges.pop();
  scan.completeRanges.push({ start: container, end: scan.position });
  return true;
}

function scanSeparator(scan: JsonScan, character: ',' | ':'): boolean {
  if (scan.expectedToken !== (character === ',' ? ', or end' : ':')) return false;
  const container = scan.openContainers.at(-1);
  const isObject = container !== undefined && scan.text[container] === '{';
  scan.expectedToken = character === ',' && isObject ? 'key' : 'value';
  return scanNextToken(scan);
}

function scanScalar(scan: JsonScan): boolean {
  if (!isValueExpected(scan)) return false;
  const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  scalar.lastIndex = scan.position;
  if (!scalar.test(scan.text)) return false;
  scan.position = scalar.lastIndex;
  scan.lastString = -1;
  scan.expectedToken = ', or end';
  return true;
}

function scanNextToken(scan: JsonScan): true {
  scan.position += 1;
  scan.lastString = -1;
  return true;
}

function isValueExpected(scan: JsonScan): boolean {
  return scan.expectedToken === 'value' || scan.expectedToken === 'value or ]';
}
