import type { RE2JS } from 're2js';
import { type RegexInstruction, regexOpcodes } from './matches-nothing.ts';

/**
 * The maximum length of the text. A longer text is not more useful, and a pattern may repeat a character thousands of
 * times.
 */
const MAX_TEXT_LENGTH = 200;

type PatternMatchState = { at: number; text: string };

/**
 * The shortest text that a pattern matches, with a digit wherever one fits. Undefined if there is none, or if it
 * depends on anchors or word boundaries.
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
 * True if a pattern has anchors or word boundaries. Without them, every text that leads through the pattern matches it.
 */
function hasZeroWidthAssertions(program: readonly RegexInstruction[]): boolean {
  return program.some(({ op }) => op === regexOpcodes.emptyWidth);
}

/** Follows the instructions that read no character, up to the next instructions that read a character. */
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

/** The position of a number in a text. */
export type NumberInText = { text: string; from: number; to: number };

/**
 * True if a pattern also matches when spaces, dashes or dots are inserted between digits of a number in a text that it
 * matches. Tries all positions at once: the text is read only once, with the set of instructions that each variant may
 * have reached.
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

/** Returns the instructions that read the next character and can be reached from these instructions. */
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
