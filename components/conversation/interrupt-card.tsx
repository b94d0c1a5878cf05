import { TitledJsonView } from '@/components/json/titled-json-view';
import { Badge } from '@/components/ui/badge';
import { CircleHelp } from '@/components/ui/icons';
import { Text } from '@/components/ui/text';
import { formatInterruptAnswer } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import type { TurnView } from './conversation-model';

type Props = { interrupt: TurnView['interrupts'][number]; part: string };

/**
 * A question to the user with which the agent interrupted a turn: the call that waited for the answer, and its outcome.
 */
export function InterruptCard({ interrupt, part }: Props) {
  const { message, reason, tool, arguments: toolArguments, answeredBy } = interrupt;
  const call = tool === undefined ? 'Arguments' : `Call waiting for the answer: ${replaceInvisibleCharacters(tool)}`;
  return (
    <section aria-label="Question from the agent" className="rounded-md border border-dashed bg-surface px-3 py-2">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-ink-soft">
        <CircleHelp aria-hidden className="size-3.5 shrink-0" />
        <span className="font-medium">The agent stopped to ask</span>
        {reason !== undefined && <span className="min-w-0 break-words">· {replaceInvisibleCharacters(reason)}</span>}
        <Badge>{replaceInvisibleCharacters(formatInterruptAnswer(interrupt))}</Badge>
      </h3>
      <div data-part={part} className="mt-1 flex flex-col gap-2">
        {/* A question that was left to the user is not repeated here, because it already appears in the agent's
            answer. */}
        {answeredBy !== undefined && <Text text={message} className="whitespace-pre-wrap break-words text-sm" />}
        {tool !== undefined && toolArguments === undefined && <p className="text-2xs text-ink-faint">{call}</p>}
        <TitledJsonView title={call} value={toolArguments} />
      </div>
    </section>
  );
}
