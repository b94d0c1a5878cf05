import type { Finding } from '../inputs/finding.ts';
import type { Locator } from '../inputs/source-position.ts';
import type { QuickFix } from './document.ts';

/** An object's source text, where in the entry it begins, and what is wrong with it. */
export type FoundInObject = { source: string; at: number; finding: Finding; locator: Locator };

/** What mends a finding about an object; places count from the start of its entry. */
export function fixesOfFinding({ at, finding, locator }: FoundInObject): QuickFix[] {
  const { suggestion } = finding;
  if (suggestion === undefined) return [];
  const { offset, length } = locator.rangeOf(finding.path, finding.at);
  const edits = [{ from: at + offset, to: at + offset + length, insert: JSON.stringify(suggestion) }];
  return [{ title: `Change to ${JSON.stringify(suggestion)}`, edits }];
}
