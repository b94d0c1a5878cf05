import type { DocumentPath } from './document-path.ts';

/** Where a value starts and ends in the text. Lines count from 1. */
export type JsonPosition = { offset: number; line: number; end: number };

type OpenContainer = { isList: boolean; isKeyNext: boolean; place: JsonPosition };

/**
 * Returns the positions of the values in valid JSON, down to `levels` levels. The keys are paths as JSON. Creates
 * neither values nor tokens, because for a large text these would take many times its size.
 */
export function findJsonPositions(text: string, levels: number): ReadonlyMap<string, JsonPosition> {
  const places = new Map<string, JsonPosition>();
  const path: DocumentPath = [];
  const containers: OpenContainer[] = [];
  let line = 1;

  const recordValuePosition = (offset: number, end: number): JsonPosition => {
    const position = { offset, line, end };
    if (path.length <= levels) places.set(JSON.stringify(path), position);
    return position;
  };
  const enterContainer = (isList: boolean, offset: number): void => {
    containers.push({ isList, isKeyNext: !isList, place: recordValuePosition(offset, text.length) });
    path.push(isList ? 0 : '');
  };
  const leaveContainer = (end: number): void => {
    const closedContainer = containers.pop();
    if (closedContainer !== undefined) closedContainer.place.end = end;
    path.pop();
  };
  const advanceToNextEntry = (): void => {
    const container = containers.at(-1);
    const index = path.at(-1);
    if (container?.isList === false) container.isKeyNext = true;
    else if (typeof index === 'number') path[path.length - 1] = index + 1;
  };
  const scanString = (start: number): number => {
    const end = findEndOfString(text, start);
    const container = containers.at(-1);
    if (container?.isKeyNext !== true) recordValuePosition(start, end);
    else {
      container.isKeyNext = false;
      if (path.length <= levels) path[path.length - 1] = String(JSON.parse(text.slice(start, end)));
    }
    return end;
  };

  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '"') {
      at = scanString(at);
      continue;
    }
    if (character === '{' || character === '[') enterContainer(character === '[', at);
    else if (character === '}' || character === ']') leaveContainer(at + 1);
    else if (character === ',') advanceToNextEntry();
    else if (character === '\n') line += 1;
    else if (/[-\dtfn]/.test(character)) {
      const start = at;
      while (/[\w.+-]/.test(text[at] ?? '')) at += 1;
      recordValuePosition(start, at);
      continue;
    }
    at += 1;
  }
  return places;
}

function findEndOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}
