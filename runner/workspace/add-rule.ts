import {
  applyEdits,
  type CallWish,
  type CaseEdit,
  type CaseSource,
  createDocumentCheck,
  editCase,
  readCaseSource,
  ruleForCall,
  ruleForWords,
  shiftEdits,
  type WordWish,
} from '../authoring/index.ts';
import { AppError } from '../host/errors.ts';
import type { Json } from '../values/index.ts';
import { readCaseFile } from './read-case-file.ts';
import { saveCaseFile } from './save-case-file.ts';

type CaseOfFile = { workspace: string; suiteKey: string; caseId: string };

/** A case file with a rule more in one of its cases, which is not written yet. */
type ChangedCase = { text: string; base: string; value: Json };

/**
 * Writes what a person wants of a tool's calls into a case as a rule; all else in the file stays byte for byte. Throws
 * when the case is not there, when the rule would contradict others, and when the file changes meanwhile.
 */
export async function addRule(place: CaseOfFile, { tool, wish }: { tool: string; wish: CallWish }): Promise<void> {
  await saveChange(
    place,
    changeCase(place, (source) => ruleForCall(source, tool, wish)),
  );
}

/** The same for words that were said; nothing is written. */
export function caseWithWords(place: CaseOfFile, { words, wish }: { words: string; wish: WordWish }): ChangedCase {
  return changeCase(place, (source) => ruleForWords(source, words, wish));
}

export async function saveChange({ workspace, suiteKey }: CaseOfFile, { text, base }: ChangedCase): Promise<void> {
  const answer = await saveCaseFile({ workspace, suiteKey, text, base });
  if (answer.status === 'saved') return;
  throw new AppError('invalid_request', `${suiteKey} was changed by somebody else. Try again.`);
}

function changeCase(
  { workspace, suiteKey, caseId }: CaseOfFile,
  editsFor: (source: CaseSource) => CaseEdit[],
): ChangedCase {
  const file = readCaseFile({ workspace, suiteKey });
  const { text, sha256 } = file.status === 'text' ? file : { text: '', sha256: '' };
  const check = createDocumentCheck({ file: suiteKey });
  const before = check.check(text);
  // Offsets are those of the text without a mark before it.
  const existing = before.cases.find(({ id }) => id === caseId);
  const source = existing && readCaseSource(before.text, existing.from);
  if (source === undefined) throw new AppError('invalid_request', `${suiteKey} has no case "${caseId}" any more.`);
  const edits = shiftEdits(editCase(source.source, editsFor(source)), source.from);
  const changed = applyEdits(before.text, edits);
  const earlierProblems = new Set(before.problems.map(({ message }) => message));
  const after = check.check(changed);
  const problems = after.problems.filter(
    ({ severity, message }) => severity === 'error' && !earlierProblems.has(message),
  );
  if (problems.length > 0) {
    throw new AppError(
      'invalid_request',
      `The rule does not go with the others of "${caseId}".`,
      problems.map(({ message }) => message),
    );
  }
  const mark = text.slice(0, text.length - before.text.length);
  const value = after.cases.find(({ id }) => id === caseId)?.value ?? null;
  return { text: mark + changed, base: sha256, value };
}
