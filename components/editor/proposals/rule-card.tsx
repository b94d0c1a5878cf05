import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { replaceInvisibleCharacters } from '@/runner/format';

type Props = {
  title: string;
  words: string;
  evidence?: string | undefined;
  readOnly: boolean;
  onAccept: (() => void) | undefined;
  /** The conversations from which the rule was inferred; missing if they are not loaded. */
  explanation?: ReactNode;
};

/**
 * A card with a rule that can be accepted or inspected. The key `a` accepts the focused rule, `w` shows why it was
 * inferred.
 */
export function RuleCard({ title, words, evidence, readOnly, onAccept, explanation }: Props) {
  const [isOpen, open] = useState(false);
  const toggle = explanation === undefined ? undefined : () => open((was) => !was);
  return (
    <li
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (ctrlKey || metaKey || altKey) return;
        if (key === 'a' && !readOnly) onAccept?.();
        if (key === 'w') toggle?.();
      }}
      className="flex flex-col gap-1.5 border-t px-4 py-3 text-xs focus-within:bg-sunken"
    >
      <p className="break-words">
        <span className="font-medium">{title}</span> {replaceInvisibleCharacters(words)}
      </p>
      {evidence !== undefined && <p className="text-ink-soft">{evidence}</p>}
      <p className="flex gap-2">
        {onAccept === undefined ? (
          <span className="text-ink-faint">A case with a single call of the agent cannot contain this rule.</span>
        ) : (
          <Button disabled={readOnly} onClick={onAccept} aria-keyshortcuts="a">
            Accept
          </Button>
        )}
        {toggle !== undefined && (
          <Button onClick={toggle} aria-expanded={isOpen} aria-keyshortcuts="w">
            Why
          </Button>
        )}
      </p>
      {isOpen && explanation}
    </li>
  );
}
