import type { RE2JS } from 're2js';
import { type RegexInstruction, regexOpcodes } from './matches-nothing.ts';

/**
 * The maximum length of the text. A longer one would not be more useful, and a pattern may repeat a character thousands
 * of times.
 */
const MAX_TEXT_LENGTH = 200;

type PatternMatchState = { at: number; text: string };

/**
 * Returns the shortest text that a pattern matches, with digits wherever possible. Undefined if none was found, which
 * may be due to anchors or word boundaries.
 */
export function createTextMatchingPattern(compiled: RE2JS): string | undefined {
  const { prog } = compiled.re2();
  const visited = new Set<number>();
  let openStates: PatternMatchState[] = [{ at: prog.start, text: '' }];
  for (let length = 0; length <= MAX_TEXT_LENGTH && openStates.length > 0; length += 1) {
    const { matchedText, nextStates } = extendByOneCharacter(prog.inst, openStates, visited);
    if (matchedText !== undefined)
      return hasZeroWidthAssertions(prog.inst) && !compiled.test(matchedText) ? undefined : matchedText;
    openStates = nextStates;
  }
  return undefined;
}

/**
 * Returns true if a pattern has anchors or word boundaries. Otherwise, the pattern certainly matches the constructed
 * text.
 */
function hasZeroWidthAssertions(program: readonly RegexInstruction[]): boolean {
  return program.some(({ op }) => op === regexOpcodes.emptyWidth);
}

/**
 * Extends each text by one character that its next instruction accepts. Instructions that read no character are
 * skipped.
 */
function extendByOneCharacter(
  program: readonly RegexInstruction[],
  openStates: PatternMatchState[],
  visited: Set<number>,
): { matchedText?: string; nextStates: PatternMatchState[] } {
  const nextStates: PatternMatchState[] = [];
  for (let state = openStates.pop(); state !== undefined; state = openStates.pop()) {
    const instruction = program[state.at];
    if (instruction === undefined || instruction.op === regexOpcodes.fail || visited.has(state.at)) continue;
    visited.add(state.at);
    const { op, out, arg } = instruction;
    const { text } = state;
    if (op === regexOpcodes.match) return { matchedText: text, nextStates };
    if (consumesCharacter(op)) {
      const character = chooseMatchingCharacter(instruction);
      if (character !== undefined) nextStates.push({ at: out, text: text + character });
    } else {
      openStates.push({ at: out, text });
      if (regexOpcodes.alternatives.includes(op)) openStates.push({ at: arg, text });
    }
  }
  return { nextStates };
}

function consumesCharacter(op: number): boolean {
  return op >= regexOpcodes.rune && op <= regexOpcodes.anyButNewline;
}

const preferredRunes = ['4', 'x', ' ', '-'].map((character) => character.codePointAt(0) ?? 0);

function chooseMatchingCharacter(instruction: RegexInstruction): string | undefined {
  if (instruction.op >= regexOpcodes.any) return 'x';
  const matchesRune = (rune: number): boolean => instruction.matchRune(rune);
  const rune = preferredRunes.find(matchesRune) ?? Array.from(instruction.runes).find(matchesRune);
  return rune === undefined ? undefined : String.fromCodePoint(rune);
}

/** A number in a text, by its position. */
export type NumberInText = { text: string; from: number; to: number };

/**
 * Returns true if a pattern still matches a text after spaces, dashes or dots were inserted between the digits of a
 * number. Tries all positions in a single pass over the text, by tracking for each variant the set of instructions that
 * it may have reached.
 */
export function matchesWithDigitSeparators(compiled: RE2JS, { text, from, to }: NumberInText): boolean {
  const { prog } = compiled.re2();
  let plainInstructions = [prog.start];
  let separatedInstructions: number[] = [];
  for (let position = 0; position <= text.length; position += 1) {
    const plainReaders = findConsumingInstructions(prog.inst, plainInstructions).readers;
    const isInside = position > from && position < to;
    const separatorReaders = isInside
      ? [...plainReaders, ...findConsumingInstructions(prog.inst, separatedInstructions).readers].filter(
          acceptsDigitSeparator,
        )
      : [];
    const { readers, isMatch } = findConsumingInstructions(prog.inst, [
      ...separatedInstructions,
      ...separatorReaders.map(({ out }) => out),
    ]);
    if (isMatch) return true;
    const rune = text.charCodeAt(position);
    plainInstructions = plainReaders.filter((reader) => acceptsRune(reader, rune)).map(({ out }) => out);
    separatedInstructions = readers.filter((reader) => acceptsRune(reader, rune)).map(({ out }) => out);
  }
  return false;
}

const separatorRunes = Array.from(' -.', (sign) => sign.charCodeAt(0));

function acceptsDigitSeparator(instruction: RegexInstruction): boolean {
  return separatorRunes.some((rune) => acceptsRune(instruction, rune));
}

function acceptsRune(instruction: RegexInstruction, rune: number): boolean {
  return instruction.op >= regexOpcodes.any || instruction.matchRune(rune);
}

/** Returns the instructions that can read the next character after these instructions. */
function findConsumingInstructions(
  program: readonly RegexInstruction[],
  startPositions: readonly number[],
): { readers: RegexInstruction[]; isMatch: boolean } {
  const openInstructions = [...startPositions];
  const visited = new Set<number>();
  const readers: RegexInstruction[] = [];
  let isMatch = false;
  for (let at = openInstructions.pop(); at !== undefined; at = openInstructions.pop()) {
    const instruction = program[at];
    if (instruction === undefined || instruction.op === regexOpcodes.fail || visited.has(at)) continue;
    visited.add(at);
    if (instruction.op === regexOpcodes.match) isMatch = true;
    else if (consumesCharacter(instruction.op)) readers.push(instruction);
    else {
      openInstructions.push(instruction.out);
      if (regexOpcodes.alternatives.includes(instruction.op)) openInstructions.push(instruction.arg);
    }
  }
  return { readers, isMatch };
}
