import { Button } from './button';

type Props = { text: string; title?: string; disabled?: boolean; onUndo: () => void; onClose: () => void };

/** A note at the bottom of the page that something was deleted, with an undo button. */
export function DeletedNote({ text, title, disabled, onUndo, onClose }: Props) {
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-30 mx-auto flex max-w-md animate-appear items-center gap-3 rounded-lg border bg-raised px-4 py-2.5 shadow-raised"
    >
      <span className="min-w-0 grow break-words">{text} deleted.</span>
      <Button size="sm" look="primary" title={title} disabled={disabled} onClick={onUndo}>
        Undo
      </Button>
      <Button size="sm" look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
