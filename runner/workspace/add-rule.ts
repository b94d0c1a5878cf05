import {
  type AddedRules,
  applyEdits,
  buildCallRule,
  buildPhraseRule,
  type CallExpectation,
  type CaseEdit,
  type CaseSource,
  createAddRulesEdits,
  createDocumentCheck,
  editCase,
  omitExistingRules,
  type PhraseExpectation,
  parseCaseSource,
  shiftEdits,
} from '../authoring/index.ts';
import { AppError } from '../host/errors.ts';
import type { Json } from '../values/index.ts';
import { readCaseFile } from './read-case-file.ts';
import { saveCaseFile } from './save-case-file.ts';

type CaseOfFile = { workspace: string; suiteKey: string; caseId: string };

/** The new text of a case file in which one case has an additional rule. The text is not written to the file yet. */
type CaseFileChange = { text: string; base: string; value: Json };

type CaseFileChangeText = Pick<CaseFileChange, 'text' | 'base'>;

/**
 * Adds a rule about a tool's calls to a case, according to a person's choice. The rest of the file stays unchanged,
 * byte for byte. Throws if the case does not exist, if the rule would contradict other rules, or if the file changes
 * meanwhile.
 */
export async function addToolCallRule(
  caseOfFile: CaseOfFile,
  { tool, expectation }: { tool: string; expectation: CallExpectation },
): Promise<void> {
  await saveCaseFileChange(
    caseOfFile,
    buildCaseFileChange(caseOfFile, (source) => buildCallRule(source, tool, expectation)),
  );
}

/** Like `addToolCallRule`, for expected or forbidden words in the answer, but only returns the changed text. */
export function addPhraseRuleToText(
  caseOfFile: CaseOfFile,
  { words, expectation }: { words: string; expectation: PhraseExpectation },
): CaseFileChange {
  return buildCaseFileChange(caseOfFile, (source) => buildPhraseRule(source, words, expectation));
}

/**
 * Adds inferred rules, which nobody has accepted yet, to a case, except for rules that the case already has. Returns
 * the number of added rules. Throws like `addToolCallRule`.
 */
export async function addInferredRules(caseOfFile: CaseOfFile, rules: AddedRules): Promise<number> {
  let added = 0;
  const changed = buildCaseFileChange(caseOfFile, (source) => {
    const missingRules = omitExistingRules(source, rules);
    added = Object.values(missingRules).flat().length;
    return createAddRulesEdits(source, missingRules, 'inferred');
  });
  if (added > 0) await saveCaseFileChange(caseOfFile, changed);
  return added;
}

/** Saves the changed text of a case file. Throws if the file changes meanwhile. */
export async function saveCaseFileChange(
  { workspace, suiteKey }: Omit<CaseOfFile, 'caseId'>,
  { text, base }: CaseFileChangeText,
): Promise<void> {
  const answer = await saveCaseFile({ workspace, suiteKey, text, base });
  if (answer.status === 'saved') return;
  throw new AppError('invalid_request', `${suiteKey} was changed by somebody else. Try again.`);
}

function buildCaseFileChange(
  { workspace, suiteKey, caseId }: CaseOfFile,
  editsFor: (source: CaseSource) => CaseEdit[],
): CaseFileChange {
  const file = readCaseFile({ workspace, suiteKey });
  const { text, sha256 } = file.status === 'text' ? file : { text: '', sha256: '' };
  const check = createDocumentCheck({ file: suiteKey });
  const before = check.check(text);
  // The offsets of the edits are relative to the text after the byte order mark.
  const existingCase = before.cases.find(({ id }) => id === caseId);
  const source = existingCase && parseCaseSource(before.text, existingCase.from);
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
      `The rule conflicts with other rules of the case "${caseId}".`,
      problems.map(({ message }) => message),
    );
  }
  const byteOrderMark = text.slice(0, text.length - before.text.length);
  const value = after.cases.find(({ id }) => id === caseId)?.value ?? null;
  return { text: byteOrderMark + changed, base: sha256, value };
}
