import type { AssertionOf } from './subject.ts';
import { showJson } from './text-form.ts';

/** Returns how an answer has a forbidden text that is written a little otherwise in its rule. */
export function forbiddenTextSlip(
  { value }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  if (typeof value !== 'string' || !/[\p{L}\p{N}]/u.test(value)) return undefined;
  const plain = plainPunctuation(answer);
  for (const { written, how } of readings(value)) {
    if ((written !== value || plain !== answer) && standsIn(written, plain))
      return `a rule forbids ${showJson(value)}; the answer has it ${how}`;
  }
  return undefined;
}

type Reading = { written: string; how: string };

function readings(value: string): Reading[] {
  const decoded = hasCodeAmongLetters.test(value) ? withoutCodes(value) : value;
  return [
    { written: plainPunctuation(value), how: 'with other quotation marks, dashes or blanks' },
    { written: plainPunctuation(decoded), how: `as ${showJson(decoded)}` },
    { written: plainPunctuation(value.trim()), how: 'without the blank at its edge' },
  ];
}

/** A code alone, such as `&amp;`, is looked for where answers must not have it. */
const hasCodeAmongLetters =
  /[\p{L}\p{N}]\s*(?:&(?:amp|lt|gt|quot|apos|nbsp|#39);|%[0-9A-F]{2}|\\u[0-9a-f]{4})\s*[\p{L}\p{N}]/iu;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

function withoutCodes(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/gi, (whole, name: string) => named[name.toLowerCase()] ?? whole)
    .replace(/%[2-7][0-9A-F]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/\\u[0-9a-f]{4}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(2), 16)));
}

function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll('…', '...');
}

/** Where a blank at an edge is left out, a letter there would be another word. */
function standsIn(text: string, answer: string): boolean {
  for (let at = answer.indexOf(text); at !== -1; at = answer.indexOf(text, at + 1)) {
    const [before, after] = [answer.charAt(at - 1), answer.charAt(at + text.length)];
    if (!joins(before, text.charAt(0)) && !joins(text.charAt(text.length - 1), after)) return true;
  }
  return false;
}

function joins(left: string, right: string): boolean {
  return /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);
}
