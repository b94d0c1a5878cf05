import type { AST } from '@eslint-community/regexpp';

/** The maximum number of steps that are counted; a match with this many steps would take too long to wait for. */
export const MAX_STEPS = 400_000;

type MatchNext = (at: number) => boolean;
type MatchStep = (at: number, next: MatchNext) => boolean;
type MatchDirection = 'forwards' | 'backwards';

class TooManyStepsError extends Error {}

function isLineEnd(char: string | undefined): boolean {
  return char !== undefined && /[\n\r\u2028\u2029]/.test(char);
}

/** Counts the steps of a backtracking matcher like V8's over all matches in a text. */
export function createStepCounter({ pattern, flags }: AST.RegExpLiteral): (text: string) => number {
  const charFlags = flags.raw.replace(/[gymd]/g, '');
  let text = '';
  let steps = 0;
  let captures = new Map<AST.CapturingGroup, string>();
  const countStep = (): void => {
    steps += 1;
    if (steps > MAX_STEPS) throw new TooManyStepsError();
  };

  const createAlternativesMatcher = (
    alternatives: readonly AST.Alternative[],
    direction: MatchDirection,
  ): MatchStep => {
    const matchers = alternatives.map(({ elements }) => createSequenceMatcher(elements, direction));
    return (at, next) => matchers.some((match) => match(at, next));
  };

  const createSequenceMatcher = (elements: readonly AST.Element[], direction: MatchDirection): MatchStep => {
    const parts = elements.map((element) => createElementMatcher(element, direction));
    if (direction === 'forwards') parts.reverse();
    return (at, next) => parts.reduce<MatchNext>((rest, part) => (from) => part(from, rest), next)(at);
  };

  const createCharacterMatcher = (raw: string, direction: MatchDirection): MatchStep => {
    const fits = new RegExp(`^(?:${raw})$`, charFlags);
    const results = new Map<string, boolean>();
    return (at, next) => {
      countStep();
      const char = text[direction === 'forwards' ? at : at - 1];
      if (char === undefined) return false;
      const isFit = results.get(char) ?? fits.test(char);
      results.set(char, isFit);
      return isFit && next(direction === 'forwards' ? at + 1 : at - 1);
    };
  };

  const matchRepeated = ({ element, min, max, greedy }: AST.Quantifier, direction: MatchDirection): MatchStep => {
    const match = createElementMatcher(element, direction);
    const matchRepetitions = (count: number, at: number, next: MatchNext): boolean => {
      countStep();
      const matchAgain = (): boolean =>
        count < max && match(at, (to) => (to !== at || count < min) && matchRepetitions(count + 1, to, next));
      if (count < min) return matchAgain();
      return greedy ? matchAgain() || next(at) : next(at) || matchAgain();
    };
    return (at, next) => matchRepetitions(0, at, next);
  };

  const matchAssertion = (assertion: AST.Assertion): MatchStep => {
    const isWordAt = (at: number): boolean => /\w/.test(text[at] ?? '');
    switch (assertion.kind) {
      case 'start':
        return (at, next) => (at === 0 || (flags.multiline && isLineEnd(text[at - 1]))) && next(at);
      case 'end':
        return (at, next) => (at === text.length || (flags.multiline && isLineEnd(text[at]))) && next(at);
      case 'word':
        return (at, next) => (isWordAt(at) !== isWordAt(at - 1)) !== assertion.negate && next(at);
      default: {
        const inside = createAlternativesMatcher(
          assertion.alternatives,
          assertion.kind === 'lookahead' ? 'forwards' : 'backwards',
        );
        return (at, next) => inside(at, () => true) !== assertion.negate && next(at);
      }
    }
  };

  const matchCaptured = (group: AST.CapturingGroup, direction: MatchDirection): MatchStep => {
    const inside = createAlternativesMatcher(group.alternatives, direction);
    return (at, next) => {
      const before = captures.get(group);
      const isFound = inside(at, (to) => {
        captures.set(group, text.slice(Math.min(at, to), Math.max(at, to)));
        return next(to);
      });
      if (!isFound && before === undefined) captures.delete(group);
      else if (!isFound && before !== undefined) captures.set(group, before);
      return isFound;
    };
  };

  const matchReference = ({ resolved }: AST.Backreference, direction: MatchDirection): MatchStep => {
    const groups = Array.isArray(resolved) ? resolved : [resolved];
    return (at, next) => {
      countStep();
      const word = groups.map((group) => captures.get(group)).find((found) => found !== undefined) ?? '';
      const start = direction === 'forwards' ? at : at - word.length;
      if (!text.startsWith(word, start)) return false;
      return next(direction === 'forwards' ? at + word.length : start);
    };
  };

  const createElementMatcher = (element: AST.Element, direction: MatchDirection): MatchStep => {
    switch (element.type) {
      case 'Assertion':
        return matchAssertion(element);
      case 'Backreference':
        return matchReference(element, direction);
      case 'CapturingGroup':
        return matchCaptured(element, direction);
      case 'Group':
        return createAlternativesMatcher(element.alternatives, direction);
      case 'Quantifier':
        return matchRepeated(element, direction);
      default:
        return createCharacterMatcher(element.raw, direction);
    }
  };

  const matchPattern = createAlternativesMatcher(pattern.alternatives, 'forwards');
  /** Returns the position where the first match from `start` on ends. */
  const findEndOfMatch = (start: number): number | undefined => {
    for (let at = start; at <= text.length; at += 1) {
      captures = new Map();
      let end: number | undefined;
      const isFound = matchPattern(at, (to) => {
        end = to === at ? at + 1 : to;
        return true;
      });
      if (isFound || flags.sticky) return end;
    }
    return undefined;
  };

  return (given) => {
    text = given;
    steps = 0;
    try {
      let end = findEndOfMatch(0);
      while (flags.global && end !== undefined && end <= text.length) end = findEndOfMatch(end);
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error;
    }
    return steps;
  };
}
