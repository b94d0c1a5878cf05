import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/ui/notice';
import { caseOutcomesQuery, runQuery } from '@/lib/queries';
import { parseSuiteKey } from '@/runner/fold';
import { useCaseDocument } from '../document/case-document';
import { ChooseCase } from '../document/choose-case';
import { CaseConversation } from './case-conversation';

/**
 * Shows the conversation of the selected case in the run that was started on this page, otherwise in the last run that
 * contains the case.
 */
export function ConversationPanel({ runId }: { runId: string | null }) {
  const { suiteKey, selected } = useCaseDocument();
  const { data } = useQuery(caseOutcomesQuery(suiteKey));
  const run = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null }).data;
  const inRun = run?.rows.filter((row) => parseSuiteKey(row.suiteKey).file === suiteKey) ?? [];
  const caseId = selected?.id ?? inRun[0]?.id;
  if (caseId === undefined) {
    return <ChooseCase title="Select a case to see its last conversation." />;
  }
  const row = inRun.find(({ id }) => id === caseId);
  const last = data?.outcomes.findLast((outcome) => outcome.caseId === caseId);
  const visibleRun = row === undefined ? last : { runId, suiteKey: row.suiteKey };
  if (visibleRun === undefined || visibleRun.runId === null) {
    return (
      <Notice
        title="This case has not run yet."
        details={['Run it with Ctrl-Enter: its conversation appears here, turn by turn.']}
      />
    );
  }
  return (
    <CaseConversation
      key={`${visibleRun.runId} ${caseId}`}
      runId={visibleRun.runId}
      suiteKey={visibleRun.suiteKey}
      caseId={caseId}
      followed={visibleRun.runId === runId}
    />
  );
}
