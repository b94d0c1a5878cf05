import { createDocumentCheck } from '../../authoring/index.ts';
import { tryRuleOnAnswers } from '../../history/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { type HistoryLocation, openExistingHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The text of a case file, or of one case, which may be invalid; `file` is its name. */
export type UnvalidatedCaseText = { file: string; text: string };

/** Returns the problems in the text of cases, one per line. Does not check whether the names in the cases exist. */
export function findTextProblems({ file, text }: UnvalidatedCaseText): string[] {
  return createDocumentCheck({ file })
    .check(text)
    .problems.map(({ severity, line, column, message, suggestion }) => {
      const hint = suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`;
      return `${file}:${line}:${column}: ${severity === 'warning' ? 'warning: ' : ''}${message}${hint}`;
    });
}

/**
 * Judges the last 20 attempts of a case in the history by an edited version of the case, and reports the results. Calls
 * no agent and writes nothing. Throws if the text is not exactly one valid case.
 */
export async function replayEditedCase(
  { file, text, caseId }: UnvalidatedCaseText & { caseId: string },
  historyLocation: HistoryLocation,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string> {
  const { cases, problems } = createDocumentCheck({ file }).check(text);
  const [onlyCase] = cases;
  if (problems.some(({ severity }) => severity === 'error')) {
    throw new UsageError('the case has mistakes', findTextProblems({ file, text }));
  }
  if (onlyCase?.value === undefined || cases.length !== 1) {
    throw new UsageError(`one case is tried at a time; the text has ${cases.length}`);
  }
  const database = openExistingHistory(historyLocation, terminal);
  try {
    const ruleTrial = await tryRuleOnAnswers(database, { suiteKey: file, caseId, value: onlyCase.value }, signal);
    const { attempts, passedBefore, passed, failed, open } = ruleTrial;
    if (attempts === 0) return `The history has no attempt of ${file}:${caseId}; run it once first.`;
    const unknown = open === 0 ? '' : `, ${open} can only be decided by a new run`;
    return `Of the last ${formatCountWithNoun(attempts, 'attempt')}, ${passed} would pass, ${failed} fail${unknown}. As written before: ${passedBefore} passed.`;
  } finally {
    database.close();
  }
}
