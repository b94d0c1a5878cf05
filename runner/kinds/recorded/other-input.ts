import { jsonEquals } from '../../assertions/json-equals.ts';
import type { StandardOrDynamicCase } from '../../contract/index.ts';
import { castToJson } from '../../values/index.ts';
import { findInputScript } from '../attempt/scripted-input.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** Returns true if the case's input differs from the one that was answered. */
export function hasDifferentInput(testCase: StandardOrDynamicCase, answer: RecordedAnswer): boolean {
  const { input } = testCase;
  const isMade = findInputScript(input) !== undefined;
  if (!isMade && answer.input !== undefined && !jsonEquals(castToJson(input ?? null), castToJson(answer.input)))
    return true;
  if (testCase.kind === 'standard') return false;
  const shift = input === undefined ? 0 : 1;
  return (testCase.turns ?? []).some((turn, index) => {
    const recordedInput = answer.turns[index + shift]?.input;
    return recordedInput !== undefined && !jsonEquals(castToJson(turn.input), castToJson(recordedInput));
  });
}
