import type { AST } from '@eslint-community/regexpp';

/** The maximum number of steps that are counted; a match with this many steps would take too long to wait for. */
export const MOST_STEPS = 400_000;

type NextMatcher = (at: number) => boolean;
type StepMatcher = (at: number, next: NextMatcher) => boolean;
type MatchDirection = 'forwards' | 'backwards';

class TooManySteps extends Error {}

function isLineEnd(char: string | undefined): boolean {
  return char !== undefined && /[\n\r\u2028\u2029]/.test(char);
}

/** Counts the steps of a backtracking matcher like V8's over all matches in a text. */
export function stepCounter({ pattern, flags }: AST.RegExpLiteral): (text: string) => number {
  const charFlags = flags.raw.replace(/[gymd]/g, '');
  let text = '';
  let steps = 0;
  let captures = new Map<AST.CapturingGroup, string>();
  const countStep = (): void => {
    steps += 1;
    if (steps > MOST_STEPS) throw new TooManySteps();
  };

  const oneOf = (alternatives: readonly AST.Alternative[], direction: MatchDirection): StepMatcher => {
    const matchers = alternatives.map(({ elements }) => inOrder(elements, direction));
    return (at, next) => matchers.some((match) => match(at, next));
  };

  const inOrder = (elements: readonly AST.Element[], direction: MatchDirection): StepMatcher => {
    const parts = elements.map((element) => matcherOf(element, direction));
    if (direction === 'forwards') parts.reverse();
    return (at, next) => parts.reduce<NextMatcher>((rest, part) => (from) => part(from, rest), next)(at);
  };

  const character = (raw: string, direction: MatchDirection): StepMatcher => {
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

  const matchRepeated = ({ element, min, max, greedy }: AST.Quantifier, direction: MatchDirection): StepMatcher => {
    const match = matcherOf(element, direction);
    const repeatFrom = (count: number, at: number, next: NextMatcher): boolean => {
      countStep();
      const matchAgain = (): boolean =>
        count < max && match(at, (to) => (to !== at || count < min) && repeatFrom(count + 1, to, next));
      if (count < min) return matchAgain();
      return greedy ? matchAgain() || next(at) : next(at) || matchAgain();
    };
    return (at, next) => repeatFrom(0, at, next);
  };

  const matchAssertion = (assertion: AST.Assertion): StepMatcher => {
    const isWordAt = (at: number): boolean => /\w/.test(text[at] ?? '');
    switch (assertion.kind) {
      case 'start':
        return (at, next) => (at === 0 || (flags.multiline && isLineEnd(text[at - 1]))) && next(at);
      case 'end':
        return (at, next) => (at === text.length || (flags.multiline && isLineEnd(text[at]))) && next(at);
      case 'word':
        return (at, next) => (isWordAt(at) !== isWordAt(at - 1)) !== assertion.negate && next(at);
      default: {
        const inside = oneOf(assertion.alternatives, assertion.kind === 'lookahead' ? 'forwards' : 'backwards');
        return (at, next) => inside(at, () => true) !== assertion.negate && next(at);
      }
    }
  };

  const matchCaptured = (group: AST.CapturingGroup, direction: MatchDirection): StepMatcher => {
    const inside = oneOf(group.alternatives, direction);
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

  const matchReference = ({ resolved }: AST.Backreference, direction: MatchDirection): StepMatcher => {
    const groups = Array.isArray(resolved) ? resolved : [resolved];
    return (at, next) => {
      countStep();
      const word = groups.map((group) => captures.get(group)).find((found) => found !== undefined) ?? '';
      const start = direction === 'forwards' ? at : at - word.length;
      if (!text.startsWith(word, start)) return false;
      return next(direction === 'forwards' ? at + word.length : start);
    };
  };

  const matcherOf = (element: AST.Element, direction: MatchDirection): StepMatcher => {
    switch (element.type) {
      case 'Assertion':
        return matchAssertion(element);
      case 'Backreference':
        return matchReference(element, direction);
      case 'CapturingGroup':
        return matchCaptured(element, direction);
      case 'Group':
        return oneOf(element.alternatives, direction);
      case 'Quantifier':
        return matchRepeated(element, direction);
      default:
        return character(element.raw, direction);
    }
  };

  const matchPattern = oneOf(pattern.alternatives, 'forwards');
  /** Where the first match from `start` on ends. */
  const endOfMatch = (start: number): number | undefined => {
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
      let end = endOfMatch(0);
      while (flags.global && end !== undefined && end <= text.length) end = endOfMatch(end);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
    }
    return steps;
  };
}
