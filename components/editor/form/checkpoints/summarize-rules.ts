import { assertionTypeDescriptions } from '@/runner/authoring';
import { isJsonObject, type Json } from '@/runner/values';
import { isAssertionType } from '../assertion-types';

const MAX_SUMMARY_LENGTH = 60;

/** Describes the rules of a checkpoint in short, for example `Tool called: refund, and 1 more`. */
export function summarizeRules(assert: Json | undefined): string {
  const rules = Array.isArray(assert) ? assert : [assert ?? null];
  const [first] = rules;
  if (!isJsonObject(first) || !isAssertionType(first.type)) return 'no assertion yet';
  const { title } = assertionTypeDescriptions[first.type];
  const subject = [first.value, first.name, first.pattern, first.path]
    .map(assertionSubjectText)
    .find((text) => text !== '');
  const negated = first.negate === true ? 'Not: ' : '';
  const otherRulesNote = rules.length === 1 ? '' : `, and ${rules.length - 1} more`;
  return `${negated}${title}${subject === undefined ? '' : `: ${subject}`}${otherRulesNote}`;
}

function assertionSubjectText(value: Json | undefined): string {
  if (isJsonObject(value)) return assertionSubjectText(value.name ?? value.tool);
  const text = Array.isArray(value) ? value.map(assertionSubjectText).join(', ') : String(value ?? '');
  return text.length > MAX_SUMMARY_LENGTH ? `${text.slice(0, MAX_SUMMARY_LENGTH)}…` : text;
}
