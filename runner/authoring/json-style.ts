import { getEndOfNode, getPropertyValue, type JsonNode } from '../inputs/json-tree.ts';
import { isJsonObject, type Json } from '../values/index.ts';

/** How the author formats JSON: spacing and line ends. */
export type JsonStyle = {
  newline: string;
  afterComma: string;
  beforeColon: string;
  afterColon: string;
  insideBraces: string;
};

/** Detects the spacing from the first places in the text that show it. */
export function detectStyle(source: string, root: JsonNode): JsonStyle {
  const style: Partial<JsonStyle> = {};
  detectStyleOfNode(source, root, style);
  const { afterColon = ' ', beforeColon = '', insideBraces = '', afterComma = afterColon } = style;
  return { newline: source.includes('\r\n') ? '\r\n' : '\n', afterColon, beforeColon, insideBraces, afterComma };
}

/**
 * Formats a value in one line. The library function `format` of jsonc-parser is not used, because it supports only the
 * spacing `{ "a": 1 }`.
 */
export function formatJsonInStyle(value: Json, style: JsonStyle): string {
  if (Array.isArray(value))
    return `[${value.map((item) => formatJsonInStyle(item, style)).join(`,${style.afterComma}`)}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) =>
    formatPropertyInStyle(key, formatJsonInStyle(member, style), style),
  );
  if (members.length === 0) return '{}';
  return `{${style.insideBraces}${members.join(`,${style.afterComma}`)}${style.insideBraces}}`;
}

export function formatPropertyInStyle(key: string, value: string, { beforeColon, afterColon }: JsonStyle): string {
  return `${JSON.stringify(key)}${beforeColon}:${afterColon}${value}`;
}

function detectStyleOfNode(source: string, node: JsonNode, style: Partial<JsonStyle>): void {
  const children = node.children ?? [];
  const [first, second] = children;
  if (node.type === 'property') {
    const colon = node.colonOffset ?? node.offset;
    style.beforeColon ??= first === undefined ? undefined : getBlankBetween(source, getEndOfNode(first), colon);
    style.afterColon ??= getBlankBetween(source, colon + 1, getPropertyValue(node)?.offset ?? colon + 1);
  } else if (first !== undefined) {
    if (node.type === 'object') style.insideBraces ??= getBlankBetween(source, node.offset + 1, first.offset);
    if (second !== undefined) style.afterComma ??= getSpaceAfterComma(source, first, second);
  }
  for (const child of children) {
    if (isStyleKnown(style)) return;
    detectStyleOfNode(source, child, style);
  }
}

function getSpaceAfterComma(source: string, left: JsonNode, right: JsonNode): string | undefined {
  return /^,([^\S\r\n]*)$/.exec(source.slice(getEndOfNode(left), right.offset))?.[1];
}

function getBlankBetween(source: string, from: number, to: number): string | undefined {
  const blank = source.slice(from, to);
  return /^[^\S\r\n]*$/.test(blank) ? blank : undefined;
}

function isStyleKnown({ beforeColon, afterColon, afterComma, insideBraces }: Partial<JsonStyle>): boolean {
  return [beforeColon, afterColon, afterComma, insideBraces].every((blank) => blank !== undefined);
}
