import { caseEditorUrl } from '@/components/cases/case-address';
import { TextLink } from '@/components/ui/links';
import { type AttemptId, caseKey } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';

const MAX_CASES = 8;

/** Links to the pages that propose rules for the reviewed cases; the rules distinguish good from bad conversations. */
export function RuleProposalLinks({ attempts }: { attempts: readonly AttemptId[] }) {
  const cases = [...new Map(attempts.map((attempt) => [caseKey(attempt.suiteKey, attempt.caseId), attempt])).values()];
  if (cases.length === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs">
      Propose rules from these:
      {cases.slice(0, MAX_CASES).map(({ suiteKey, caseId }) => (
        <TextLink key={caseKey(suiteKey, caseId)} href={caseEditorUrl(suiteKey, caseId, 'proposals')}>
          {replaceInvisibleCharacters(caseId)}
        </TextLink>
      ))}
      {cases.length > MAX_CASES && <span>and {cases.length - MAX_CASES} more</span>}
    </p>
  );
}
