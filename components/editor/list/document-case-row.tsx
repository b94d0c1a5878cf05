import { Badge } from '@/components/ui/badge';
import { CaseHealthBadge } from '@/components/ui/case-health-badge';
import { ChoiceLink } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import type { DocumentCase } from '@/runner/authoring';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject } from '@/runner/values';
import type { CaseOutcomeSummary } from './document-filter';

const MAX_SHOWN_TAGS = 3;

type Props = {
  found: DocumentCase;
  outcome: CaseOutcomeSummary | undefined;
  href: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** A row of the case list with the name, the problems and the last result of a case. */
export function DocumentCaseRow({ found, outcome, href, isChosen, onChoose }: Props) {
  return (
    <ChoiceLink
      href={href}
      chosen={isChosen}
      onChoose={onChoose}
      draggable={false}
      className="flex h-full min-w-0 grow gap-2.5 px-3 py-1.5 outline-offset-[-2px]"
    >
      <span className="mt-0.5 w-3.5 shrink-0">
        {outcome?.status !== undefined && <Status of={outcome.status} show="icon" />}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate">
            <span className="font-medium">{replaceInvisibleCharacters(found.id === '' ? '(no id)' : found.id)}</span>
            <span className="text-ink-soft"> {replaceInvisibleCharacters(caseNameOrInput(found))}</span>
          </span>
          <span className="ml-auto shrink-0 text-2xs text-ink-faint tabular-nums">line {found.line}</span>
        </span>
        <span className="flex h-4 items-center gap-1.5 overflow-hidden text-2xs text-ink-faint">
          {found.problems > 0 && (
            <span className="shrink-0 text-fail">{formatCountWithNoun(found.problems, 'problem')}</span>
          )}
          {found.skip && <Badge>skipped</Badge>}
          <CaseHealthBadge caseHealth={outcome?.standing} />
          <span className="shrink-0">{found.kind}</span>
          {found.tags.slice(0, MAX_SHOWN_TAGS).map((tag) => (
            <span key={tag} className="min-w-0 truncate">
              @{replaceInvisibleCharacters(tag)}
            </span>
          ))}
        </span>
      </span>
    </ChoiceLink>
  );
}

function caseNameOrInput({ value }: DocumentCase): string {
  const { name, input } = value !== undefined && isJsonObject(value) ? value : {};
  const titleValue = typeof name === 'string' ? name : input;
  return typeof titleValue === 'string' ? titleValue.slice(0, 120) : '';
}
