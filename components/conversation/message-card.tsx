import dynamic from 'next/dynamic';
import { cn } from '@/components/ui/cn';
import { Bot, Settings2, User } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { Speaker } from './conversation-model';
import type { Attachment } from './list-attachments';
import { MessageText } from './message-text';

const Attachments = lazyComponent(dynamic(() => loadExport(() => import('./attachments'), 'Attachments')));

type Props = {
  speaker: Speaker;
  note?: string | undefined;
  text: string;
  raw: boolean;
  part: string;
  attachments?: readonly Attachment[];
};

const speakerIcons = { user: User, agent: Bot, system: Settings2 };
const speakerNames = { user: 'User', agent: 'Agent', system: 'System' };

export function MessageCard({ speaker, note, text, raw, part, attachments = [] }: Props) {
  const Icon = speakerIcons[speaker];
  return (
    <article
      className={cn('rounded-lg border px-3.5 py-2.5', speaker === 'user' ? 'border-transparent bg-said' : 'bg-raised')}
    >
      <header className="mb-1 flex items-center gap-1.5 text-2xs text-ink-soft">
        <Icon aria-hidden className="size-3.5" />
        <span className="font-medium">{speakerNames[speaker]}</span>
        {note !== undefined && <span>· {note}</span>}
      </header>
      {(text !== '' || attachments.length === 0) && (
        <div data-part={part}>
          <MessageText text={text} look={raw || speaker !== 'agent' ? 'plain' : 'rendered'} />
        </div>
      )}
      {attachments.length > 0 && <Attachments attachments={attachments} />}
    </article>
  );
}
