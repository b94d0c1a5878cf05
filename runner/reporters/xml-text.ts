import { stripVTControlCharacters } from 'node:util';

/**
 * Escapes text for XML 1.0. Removes invalid characters, terminal control sequences and text direction marks; replaces
 * lone surrogates.
 */
export function escapeXmlText(text: string): string {
  return stripVTControlCharacters(text)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Formats attributes, each with a space before it; attributes without a value are left out. */
export function formatXmlAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeXmlAttribute(value)}"`]))
    .join('');
}

function escapeXmlAttribute(value: string): string {
  return escapeXmlText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
