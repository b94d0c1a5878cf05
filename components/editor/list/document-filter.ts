import type { CaseOutcome } from '@/lib/queries';
import type { DocumentCase } from '@/runner/authoring';
import { type AttemptStatus, matchesFilter, parseCaseFilter } from '@/runner/fold';
import { isJsonObject, toJsonText } from '@/runner/values';

/** The outcome of a case in its last run, or its status in the run in progress. */
export type CaseOutcomeSummary = Pick<CaseOutcome, 'standing'> & { status?: AttemptStatus };
export type OutcomesByCase = ReadonlyMap<string, CaseOutcomeSummary>;

/** Creates a filter for the cases of a file. The filter text has the same syntax as the filter of a run. */
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
