'use client';

import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/ui/notice';
import { caseOutcomesQuery } from '@/lib/queries';
import { CaseConversation } from './case-conversation';
import { useCaseDocument } from './case-document';

/** The last conversation of the case that is chosen, or the one that goes on now. */
export function ConversationPanel() {
  const { suiteKey, selected } = useCaseDocument();
  const { data } = useQuery(caseOutcomesQuery(suiteKey));
  const last = data?.outcomes.find(({ caseId }) => caseId === selected?.id);
  if (selected === undefined) return <Notice title="Choose a case to see its last conversation." />;
  if (last === undefined) {
    return <Notice title="This case has not run yet." details={['Run it, and its conversation appears here.']} />;
  }
  return <CaseConversation runId={last.runId} suiteKey={suiteKey} caseId={selected.id} />;
}
