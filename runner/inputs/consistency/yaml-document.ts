import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { asJson, type Json } from '../../contract/index.ts';
import type { CasePath, Finding } from '../finding.ts';
import type { Problem } from '../problem.ts';

/** A YAML file as plain values that knows where everything stands. */
export type YamlDocument = {
  file: string;
  value: Json;
  /** Line and column of what a path leads to, or of its nearest ancestor that is there. */
  place(path: CasePath, at?: Finding['at']): { line: number; column: number };
};

export type ReadYaml = { ok: true; document: YamlDocument } | { ok: false; problems: Problem[] };

/** Reads YAML; every mistake of syntax is a problem with its place. */
export function readYaml(original: string, file: string): ReadYaml {
  const text = original.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems = document.errors.map(({ pos, message }): Problem => ({ file, ...placeOf(pos[0]), message }));
  if (problems.length > 0) return { ok: false, problems };
  const read = plainValue(document);
  if (!read.ok) return { ok: false, problems: [{ file, line: 1, column: 1, message: read.message }] };
  const place: YamlDocument['place'] = (path, at = 'value') => placeOf(offsetOf(document, path, at));
  return { ok: true, document: { file, value: read.value, place } };
}

type Plain = { ok: true; value: Json } | { ok: false; message: string };

/** Aliases that repeat each other may stand for more than fits into memory: the library refuses those. */
function plainValue(document: Document): Plain {
  try {
    return { ok: true, value: asJson(document.toJS() ?? null) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function offsetOf(document: Document, path: CasePath, at: Finding['at']): number {
  let node = resolved(document.contents, document);
  let offset = startOf(node);
  for (const part of path) {
    const pair = isMap(node) ? node.items.find((item) => keyOf(item) === String(part)) : undefined;
    const child = isSeq(node) ? node.items[Number(part)] : pair?.value;
    if (pair === undefined && child === undefined) return offset;
    node = resolved(child, document);
    offset = pair !== undefined && (at === 'key' || node === undefined) ? startOf(pair.key) : startOf(child);
  }
  return offset;
}

function resolved(node: unknown, document: Document): Node | undefined {
  if (isAlias(node)) return node.resolve(document);
  return isMap(node) || isSeq(node) || isScalar(node) ? node : undefined;
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function startOf(node: unknown): number {
  if (isMap(node) || isSeq(node) || isScalar(node) || isAlias(node)) return node.range?.[0] ?? 0;
  return 0;
}
