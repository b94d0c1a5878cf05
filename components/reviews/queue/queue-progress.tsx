import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Eye, EyeOff } from '@/components/ui/icons';
import { ReviewerName } from '../reviewer-name';

type Props = {
  itemIndex: number;
  itemCount: number;
  /** The noun for an item of the queue, such as "conversation". */
  item: 'Conversation' | 'Pair';
  done: number;
  showing: boolean;
  onShowing: (showing: boolean) => void;
  reviewer: string;
  setReviewer: (name: string) => void;
};

/** Shows how many items the reviewer has decided on, and whether verdicts are shown before the decision. */
export function QueueProgress({ itemIndex, itemCount, item, done, showing, onShowing, reviewer, setReviewer }: Props) {
  const progressText = itemIndex < itemCount ? `${item} ${itemIndex + 1} of ${itemCount}` : 'Your reviews';
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b bg-surface px-4 py-2 text-xs">
      <span className="flex w-56 items-center gap-2 tabular-nums max-sm:w-full">
        <progress
          aria-label="Reviewed"
          value={done}
          max={itemCount}
          className="h-1.5 min-w-0 grow appearance-none overflow-hidden rounded-full bg-idle-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-idle-soft [&::-webkit-progress-value]:bg-accent"
        />
        <span className="whitespace-nowrap text-ink-soft">
          {done} of {itemCount}
        </span>
      </span>
      <p role="status" className="font-medium tabular-nums">
        {progressText}
      </p>
      {/* This is a button and not a checkbox, because the shortcut keys would not work while a checkbox has the
          focus. */}
      <Button
        size="sm"
        role="switch"
        aria-checked={showing}
        className={cn(showing ? 'border-accent bg-chosen' : 'text-ink-soft')}
        icon={showing ? Eye : EyeOff}
        onClick={() => onShowing(!showing)}
      >
        Show verdicts before I decide
      </Button>
      <ReviewerName name={reviewer} onName={setReviewer} />
    </div>
  );
}
