import type { CompiledRegex } from './compile-pattern.ts';

/**
 * Matches numbers of cards and accounts, whose digits people write in groups. Shorter numbers, such as dates, are often
 * written without groups.
 */
const longNumberPattern = /[0-9]{12,}/;

/** A writing system with its own digits, such as Arabic. `zeros` contains the code of each of its zeros. */
export type DigitScript = { name: string; letter: RegExp; zeros: readonly [number, ...number[]] };

const digitScripts: readonly DigitScript[] = [
  { name: 'Arabic', letter: /\p{Script=Arabic}/u, zeros: [0x660, 0x6f0] },
  { name: 'Devanagari', letter: /\p{Script=Devanagari}/u, zeros: [0x966] },
  { name: 'Bengali', letter: /\p{Script=Bengali}/u, zeros: [0x9e6] },
];

/** Returns the writing system of a text, if it has its own digits. */
export function findDigitScript(text: string): DigitScript | undefined {
  return digitScripts.find(({ letter }) => letter.test(text));
}

const zerosOfAllScripts = [...digitScripts.flatMap(({ zeros }) => [...zeros]), 0xff10];

/** Replaces the digits of other writing systems, such as ٥٠, by 0-9. The length of the text stays the same. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zerosOfAllScripts.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * Returns why a pattern that forbids numbers may miss some of them: it does not match if the digits are written in
 * groups, or in the digits of the user's writing system.
 */
export function findMissedDigits(
  source: string,
  { pattern, script }: { pattern: CompiledRegex; script: DigitScript | undefined },
): string | undefined {
  if (!/\\d|[0-9]-?[0-9]|\\pN|\\p\{N/.test(source)) return undefined;
  const text = pattern.example();
  if (text === undefined) return undefined;
  const { 0: number, index: from = 0 } = longNumberPattern.exec(text) ?? {};
  if (number !== undefined && !pattern.matchesWithDigitSeparators({ text, from, to: from + number.length })) {
    const groupedNumber = JSON.stringify(number.replace(/[0-9]{4}(?=[0-9])/g, '$& '));
    return `finds no number in groups, such as ${groupedNumber}; allow a space or a dash, as in (?:\\d[ -]?){${number.length}}`;
  }
  if (script === undefined || !/[0-9]/.test(text)) return undefined;
  if (script.zeros.some((zero) => pattern.matches(replaceAsciiDigits(text, zero)))) return undefined;
  const example = replaceAsciiDigits('42', script.zeros[0]);
  return `finds only the digits 0-9; an answer in ${script.name} script may have others, such as ${example}, which \\p{Nd} matches, too`;
}

function replaceAsciiDigits(text: string, zero: number): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
