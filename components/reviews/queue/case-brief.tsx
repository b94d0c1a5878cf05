import { Text } from '@/components/ui/text';
import type { AnnouncedCase } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { type Json, toJsonText } from '@/runner/values';
import { listExpectations } from './judge-notes';

/** Shows what a case is about: the goal and persona of its user, and the requirements for the agent. */
export function CaseBrief({ announced, attempt }: { announced: AnnouncedCase; attempt: AttemptState }) {
  const { goal, persona } = announced.simulator?.metadata ?? {};
  const expectations = listExpectations(attempt);
  return (
    <div className="flex flex-col gap-1 text-ink-soft text-xs">
      {goal !== undefined && <CaseBriefField title="Goal" value={goal} />}
      {persona !== undefined && <CaseBriefField title="Persona" value={persona} />}
      {expectations.length > 0 && (
        <ul aria-label="What the case asks for" className="flex flex-wrap gap-x-4 gap-y-1">
          {expectations.map((expectation) => (
            <li key={expectation} dir="auto" className="line-clamp-3 min-w-0 break-words">
              {replaceInvisibleCharacters(expectation)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CaseBriefField({ title, value }: { title: string; value: Json }) {
  const words = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(', then ') : value;
  return (
    <div className="flex min-w-0 gap-1.5">
      <span className="text-ink-faint">{title}:</span>
      <Text text={typeof words === 'string' ? words : toJsonText(words)} />
    </div>
  );
}
