import { useQuery } from '@tanstack/react-query';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { caseAnswersQuery, caseOutcomesQuery } from '@/lib/queries';
import { listJsonPathsInAnswer, type RecordedAttempt } from '@/runner/authoring';

/** Returns the JSON paths of the values in the last recorded answer of this case. */
export function useLastAnswerJsonPaths(): string[] {
  'use memo';
  const last = useLastAnswer();
  return last === undefined ? [] : listJsonPathsInAnswer(last);
}

function useLastAnswer(): RecordedAttempt | undefined {
  'use memo';
  const { suiteKey, selected } = useCaseDocument();
  const { data } = useQuery(caseOutcomesQuery(suiteKey));
  const run = data?.outcomes.find(({ caseId }) => caseId === selected?.id)?.runId;
  const query = useQuery({ ...caseAnswersQuery(suiteKey, selected?.id ?? '', run), enabled: selected !== undefined });
  return query.data?.answers[0];
}
