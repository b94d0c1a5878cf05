import type { QueryClient } from '@tanstack/react-query';
import { findDefaultTurnForNewCase } from '@/components/cases/default-turn-for-new-case';
import { attemptQuery, bulkEditCases, errorText, fullAttemptQuery, saveCase } from '@/lib/queries';
import type { JudgeExample } from '@/runner/contract';
import { type AttemptId, attemptKey, caseKey } from '@/runner/fold';
import { EXAMPLE_LIMITS } from '@/runner/values';

/**
 * A conversation with a decision. It has no verdict if reviewers disagree, or if the chosen label means neither good
 * nor bad.
 */
export type DecidedConversation = AttemptId & { runId: string; verdict?: 'good' | 'bad' | undefined; note: string };

/** The ids of the cases that were written to the file, and the reasons why others were not. */
export type SaveOutcome = { written: string[]; problems: string[] };

const QUOTE_LENGTH = EXAMPLE_LIMITS.characters;

export function conversationKey({ runId, ...attempt }: AttemptId & { runId: string }): string {
  return `${runId}\n${attemptKey(attempt)}`;
}

/**
 * Adds conversations as cases to the end of a case file, one by one. The reviewer's note becomes the name of the case.
 */
export async function saveAsCases(
  client: QueryClient,
  { all, tickedKeys, target }: { all: readonly DecidedConversation[]; tickedKeys: ReadonlySet<string>; target: string },
): Promise<SaveOutcome> {
  const report: SaveOutcome = { written: [], problems: [] };
  const turnsByCase = new Map<string, number>();
  for (const { runId, suiteKey, caseId, attempt, note } of all) {
    const key = caseKey(suiteKey, caseId);
    // Counts all conversations of a case, not only the ticked ones. So a conversation gets the same case id each time,
    // and saving it twice is detected.
    const index = (turnsByCase.get(key) ?? 0) + 1;
    turnsByCase.set(key, index);
    if (!tickedKeys.has(conversationKey({ runId, suiteKey, caseId, attempt }))) continue;
    const attemptId = { suiteKey, caseId, attempt };
    await saveAndRecordOutcome(report, caseId, async () => {
      const lastTurn = findDefaultTurnForNewCase(await client.fetchQuery(attemptQuery(runId, attemptId)));
      const id = `${caseId}-turn-${lastTurn}${index > 1 ? `-${index}` : ''}`;
      const name = note.trim().slice(0, QUOTE_LENGTH);
      const savedCase = await saveCase({
        runId,
        ...attemptId,
        upTo: lastTurn,
        target,
        id,
        ...(name !== '' && { name }),
      });
      return savedCase.id;
    });
  }
  return report;
}

type ExamplesRequest = {
  ticked: readonly DecidedConversation[];
  /** The cases whose judge gets the examples. */
  cases: readonly { suiteKey: string; caseId: string }[];
};

/** Adds the last answers of conversations as examples to the judges of cases, with the reviewers' verdict and note. */
export async function addJudgeExamples(client: QueryClient, { ticked, cases }: ExamplesRequest): Promise<SaveOutcome> {
  const report: SaveOutcome = { written: [], problems: [] };
  const examples: JudgeExample[] = [];
  for (const { runId, suiteKey, caseId, attempt, verdict, note } of ticked) {
    if (verdict === undefined) continue;
    const { turns } = await client.fetchQuery(fullAttemptQuery(runId, { suiteKey, caseId, attempt }));
    const quote = shortenQuote(turns.at(-1)?.response?.content ?? '');
    if (quote === '') report.problems.push(`${caseId}: its last turn has no text to quote.`);
    else examples.push({ quote, verdict, ...(note.trim() !== '' && { note: shortenQuote(note) }) });
  }
  if (examples.length === 0) return report;
  for (const { suiteKey, caseId } of cases) {
    await saveAndRecordOutcome(report, caseId, async () => {
      const examplesEdit = { kind: 'examples' as const, examples };
      const { caseIds } = await bulkEditCases({ suiteKey, caseIds: [caseId], mark: examplesEdit });
      return caseIds.length > 0
        ? `${caseId} in ${suiteKey}`
        : `${caseId} in ${suiteKey} already had all these examples`;
    });
  }
  return report;
}

async function saveAndRecordOutcome(
  { written, problems }: SaveOutcome,
  name: string,
  write: () => Promise<string>,
): Promise<void> {
  try {
    written.push(await write());
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? errorText(error).join(' ') : String(error)}`);
  }
}

/** Cuts a quotation between two code points, because half an emoji is not valid text. */
function shortenQuote(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= QUOTE_LENGTH
    ? trimmed
    : `${trimmed.slice(0, QUOTE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
