import type { CaseOutcome } from '@/lib/queries';
import type { DocumentCase } from '@/runner/authoring';
import { type AttemptStatus, matchesFilter, parseCaseFilter } from '@/runner/fold';
import { isJsonObject, toJsonText } from '@/runner/values';

/** The last outcome of a case, or its status in the current run. */
export type CaseOutcomeSummary = Pick<CaseOutcome, 'standing'> & { status?: AttemptStatus };
export type OutcomesByCase = ReadonlyMap<string, CaseOutcomeSummary>;

/** Returns a filter for the cases of a file; the text of the filter field has the same grammar as for runs. */
export function createDocumentFilter(text: string, outcomes: OutcomesByCase): (documentCase: DocumentCase) => boolean {
  const filter = parseCaseFilter(text);
  if (filter.length === 0) return () => true;
  return (documentCase) => {
    const outcome = outcomes.get(documentCase.id);
    const { name, input } =
      documentCase.value !== undefined && isJsonObject(documentCase.value) ? documentCase.value : {};
    return matchesFilter(
      {
        texts: [
          documentCase.id,
          typeof name === 'string' ? name : undefined,
          input === undefined ? undefined : toJsonText(input),
        ],
        statuses: [outcome?.status, outcome?.standing?.state, documentCase.skip ? 'skipped' : undefined],
        tags: documentCase.tags,
        kind: documentCase.kind,
      },
      filter,
    );
  };
}
