import { acceptsText } from '../find-vacuous-assertion.ts';
import type { AssertionOf, Subject } from '../subject.ts';

const isoDatePattern = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g;

/** Finds a date that does not exist but that a pattern accepts, because the pattern checks only its form. */
export function findImpossibleDateMistake(
  assertion: AssertionOf<'regex'>,
  { text, input }: Pick<Subject, 'text' | 'input'>,
): string | undefined {
  const question = JSON.stringify(input);
  const date = text.match(isoDatePattern)?.find((each) => !isCalendarDate(each) && !question.includes(each));
  if (date === undefined || acceptsText(assertion, text.replaceAll(date, 'soon'))) return undefined;
  if ((assertion.value ?? assertion.pattern ?? '').includes(date)) return undefined;
  return `a rule accepts the date ${date}, which does not exist; require the right date`;
}

/** Returns false if the month does not have this day, such as 30 February. */
function isCalendarDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
