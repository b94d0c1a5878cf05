import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { parseJsonPath } from './json-path.ts';

/** Warns about a rule that is valid, but most likely says something else than its author meant. */
export function findDoubtfulMeaning(assertion: Assertion): AssertionProblem[] {
  switch (assertion.type) {
    case 'not_contains':
      return assertion.negate === true
        ? [createDoubtWarning('negate', '"not_contains" with "negate" requires the text; write "contains"')]
        : [];
    case 'tool_called':
      return assertion.negate === true && assertion.times === 0
        ? [createDoubtWarning('negate', '"times": 0 with "negate" requires a call; leave out both')]
        : [];
    case 'type':
      return assertion.value === 'array' && assertion.negate !== true && selectsListOfValues(assertion.path ?? '$')
        ? [
            createDoubtWarning(
              'path',
              'a path with * or ?() always finds a list; name the list itself, such as $.items',
            ),
          ]
        : [];
    case 'regex':
      return warnOfHalfAnchored(
        assertion.value === undefined ? 'pattern' : 'value',
        assertion.value ?? assertion.pattern,
      );
    default:
      return [];
  }
}

function createDoubtWarning(field: string, message: string): AssertionProblem {
  return { field, message, isWarning: true };
}

function selectsListOfValues(path: string): boolean {
  const parsed = parseJsonPath(path);
  return parsed.kind === 'path' && parsed.steps.some(({ kind }) => kind === 'wildcard' || kind === 'filter');
}

const anchoredWords = /^(\(\?[a-z]+\))?\^([\p{L}\p{N} '-]+(?:\|[\p{L}\p{N} '-]+)+)\$$/u;

/** Only words: patterns such as `^\s+|\s+$` mean the start and the end. */
function warnOfHalfAnchored(field: string, source = ''): AssertionProblem[] {
  const [, flags = '', words] = anchoredWords.exec(source) ?? [];
  if (words === undefined) return [];
  const whole = JSON.stringify(`${flags}^(?:${words})$`);
  return [
    createDoubtWarning(
      field,
      `^ belongs to the first alternative only, and $ to the last; write ${whole} to match the whole answer`,
    ),
  ];
}
