import type { RE2JS } from 're2js';

/** An instruction of a pattern that re2js has compiled. */
export type RegexInstruction = {
  op: number;
  out: number;
  arg: number;
  matchRune: (rune: number) => boolean;
  runes: ArrayLike<number>;
};

/** The kinds of characters that `^`, `$` and `\b` distinguish. `edge` is the beginning or the end of the text. */
const kinds = ['edge', 'newline', 'word', 'other'] as const;
type InstructionKind = (typeof kinds)[number];

export const operation = {
  alternatives: [1, 2],
  emptyWidth: 4,
  fail: 5,
  match: 6,
  rune: 8,
  any: 10,
  anyButNewline: 11,
};

/**
 * True if no text matches a pattern, such as `costs $42`, where `$` is the end. Walks through the compiled program once
 * for each kind of character before and after a position, so that the time is linear in its size.
 */
export function matchesNothing(compiled: RE2JS): boolean {
  const { prog } = compiled.re2();
  const program: readonly RegexInstruction[] = prog.inst;
  const open = kinds.map((before) => ({ at: prog.start, before }));
  const visited = new Set(open.map(({ at, before }) => `${at} ${before}`));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const behind of kinds) {
      const reached = listReachableInstructions(program, { ...state, behind });
      if (reached === 'match') return false;
      for (const at of reached) {
        const key = `${at} ${behind}`;
        if (visited.has(key)) continue;
        visited.add(key);
        open.push({ at, before: behind });
      }
    }
  }
  return true;
}

type RegexProgramPosition = { at: number; before: InstructionKind; behind: InstructionKind };

/** The instructions that follow one character of a kind, from a position between two characters. */
function listReachableInstructions(
  program: readonly RegexInstruction[],
  { at, before, behind }: RegexProgramPosition,
): 'match' | number[] {
  const reached: number[] = [];
  const open = [at];
  const visited = new Set(open);
  const visitInstruction = (next: number): void => {
    if (visited.has(next)) return;
    visited.add(next);
    open.push(next);
  };
  for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
    const instruction = program[pc];
    if (instruction === undefined || instruction.op === operation.fail) continue;
    const { op, out, arg } = instruction;
    if (op === operation.match) return 'match';
    if (op >= operation.rune && op <= operation.anyButNewline) {
      if (acceptsCharacter(instruction, behind)) reached.push(out);
    } else if (op !== operation.emptyWidth || areEmptyWidthFlagsMet(arg, before, behind)) {
      visitInstruction(out);
      if (operation.alternatives.includes(op)) visitInstruction(arg);
    }
  }
  return reached;
}

const flag = { beginLine: 1, endLine: 2, beginText: 4, endText: 8, boundary: 16, noBoundary: 32 };

function areEmptyWidthFlagsMet(flags: number, before: InstructionKind, behind: InstructionKind): boolean {
  const isBoundary = (before === 'word') !== (behind === 'word');
  const broken =
    (before === 'edge' ? 0 : flag.beginText) |
    (behind === 'edge' ? 0 : flag.endText) |
    (before === 'edge' || before === 'newline' ? 0 : flag.beginLine) |
    (behind === 'edge' || behind === 'newline' ? 0 : flag.endLine) |
    (isBoundary ? flag.noBoundary : flag.boundary);
  return (flags & broken) === 0;
}

const ascii = Array.from({ length: 128 }, (_, rune) => rune);

function acceptsCharacter(instruction: RegexInstruction, kind: InstructionKind): boolean {
  if (kind === 'edge') return false;
  if (instruction.op === operation.any) return true;
  if (instruction.op === operation.anyButNewline) return kind !== 'newline';
  // A range outside of ASCII has only characters of one kind, so that its ends stand for all of them.
  const candidates = [...ascii, ...Array.from(instruction.runes)];
  return candidates.some((rune) => classifyCharacter(rune) === kind && instruction.matchRune(rune));
}

function classifyCharacter(rune: number): InstructionKind {
  if (rune === 10) return 'newline';
  return rune < 128 && /\w/.test(String.fromCharCode(rune)) ? 'word' : 'other';
}
