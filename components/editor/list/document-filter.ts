import type { CaseOutcome } from '@/lib/queries';
import type { DocumentCase } from '@/runner/authoring';
import { type AttemptStatus, matchesFilter, parseCaseFilter } from '@/runner/fold';
import { isJsonObject, jsonText } from '@/runner/values';

/** The last outcome of a case, or its status in the current run. */
export type ShownOutcome = Pick<CaseOutcome, 'standing'> & { status?: AttemptStatus };
export type Outcomes = ReadonlyMap<string, ShownOutcome>;

/** Returns a filter for the cases of a file; the text of the filter field has the same grammar as for runs. */
export function createDocumentFilter(text: string, outcomes: Outcomes): (found: DocumentCase) => boolean {
  const filter = parseCaseFilter(text);
  if (filter.length === 0) return () => true;
  return (found) => {
    const outcome = outcomes.get(found.id);
    const { name, input } = found.value !== undefined && isJsonObject(found.value) ? found.value : {};
    return matchesFilter(
      {
        texts: [
          found.id,
          typeof name === 'string' ? name : undefined,
          input === undefined ? undefined : jsonText(input),
        ],
        statuses: [outcome?.status, outcome?.standing?.state, found.skip ? 'skipped' : undefined],
        tags: found.tags,
        kind: found.kind,
      },
      filter,
    );
  };
}
