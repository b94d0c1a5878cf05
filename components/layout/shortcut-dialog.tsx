import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';

const shortcuts = [
  { keys: ['/'], does: 'Focus the filter' },
  { keys: ['h', 'l'], does: 'Previous and next case' },
  { keys: ['K', 'J'], does: 'Previous and next failing case' },
  { keys: ['k', 'j'], does: 'Previous and next turn or verdict' },
  { keys: ['g g', 'G'], does: 'First and last turn or verdict' },
  { keys: ['f'], does: 'Conversation only' },
  { keys: ['[', ']'], does: 'Hide or show the list of cases, the inspector' },
  { keys: ['c'], does: 'Checkpoints, verdicts or scores' },
  { keys: ['w'], does: 'Why' },
  { keys: ['1', '2', '3'], does: 'Review: good, bad, not the agent’s fault' },
  { keys: ['q'], does: 'Review conversations one after the other' },
  { keys: ['k', 'j'], does: 'In a review: previous and next conversation' },
  { keys: ['u', 'n'], does: 'In a review: undo, and note' },
  { keys: ['r'], does: 'Raw result' },
  { keys: ['R'], does: 'Run this case again' },
  { keys: ['e'], does: 'Edit this case' },
  { keys: ['Ctrl-Enter'], does: 'In a case file: save and run the case' },
  { keys: ['Ctrl-S'], does: 'In a case file: save' },
  { keys: ['F6', '⇧F6'], does: 'In a case file: next and previous pane' },
  { keys: ['↑', '↓'], does: 'In a list of cases: previous and next case' },
  { keys: ['Alt-↑', 'Alt-↓'], does: 'In a list of cases: move the case' },
  { keys: ['y'], does: 'Copy the link to this attempt' },
  { keys: ['Ctrl-F'], does: 'Find in the focused conversation' },
  { keys: ['F8', '⇧F8'], does: 'In the source: next and previous problem' },
  { keys: ['Ctrl-.'], does: 'In the source: quick fixes and refactorings' },
  { keys: ['Ctrl-␣'], does: 'In the source: completions' },
  { keys: ['Esc', 'Tab'], does: 'Leave the source' },
  { keys: ['Ctrl-K'], does: 'Command palette' },
  { keys: ['?'], does: 'Keyboard shortcuts' },
] as const;

export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" description="Off while you are typing in a field.">
      {/* This list can have the focus, because a list that scrolls must be reachable without a mouse. */}
      <dl tabIndex={0} className="flex flex-col gap-2 outline-offset-4">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center gap-3">
            <dt className="flex w-24 shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
