import {
  applyEdits,
  type CallWish,
  createDocumentCheck,
  editCase,
  readCaseSource,
  ruleForCall,
  shiftEdits,
} from '../../runner/authoring/index.ts';
import { AppError } from '../errors.ts';
import { readCaseFile } from './read-case-file.ts';
import { saveCaseFile } from './save-case-file.ts';

type Rule = { workspace: string; suiteKey: string; caseId: string; tool: string; wish: CallWish };

/**
 * Writes what a person wants of a tool's calls into a case as a rule; all else in the file stays byte for byte. Throws
 * when the case is not there, when the rule would contradict others, and when the file changes meanwhile.
 */
export async function addRule({ workspace, suiteKey, caseId, tool, wish }: Rule): Promise<void> {
  const file = readCaseFile({ workspace, suiteKey });
  const { text, sha256 } = file.status === 'text' ? file : { text: '', sha256: '' };
  const check = createDocumentCheck({ file: suiteKey });
  const before = check.check(text);
  // Offsets are those of the text without a mark before it.
  const found = before.cases.find(({ id }) => id === caseId);
  const source = found && readCaseSource(before.text, found.from);
  if (source === undefined) throw new AppError('invalid_request', `${suiteKey} has no case "${caseId}" any more.`);
  const edits = shiftEdits(editCase(source.source, ruleForCall(source, tool, wish)), source.from);
  const changed = applyEdits(before.text, edits);
  const known = new Set(before.problems.map(({ message }) => message));
  const problems = check
    .check(changed)
    .problems.filter(({ severity, message }) => severity === 'error' && !known.has(message));
  if (problems.length > 0) {
    throw new AppError(
      'invalid_request',
      `The rule does not go with the others of "${caseId}".`,
      problems.map(({ message }) => message),
    );
  }
  const mark = text.slice(0, text.length - before.text.length);
  const answer = await saveCaseFile({ workspace, suiteKey, text: mark + changed, base: sha256 });
  if (answer.status === 'saved') return;
  throw new AppError('invalid_request', `${suiteKey} was changed by somebody else. Try again.`);
}
