import { useState } from 'react';
import { Check, Copy, type Icon } from '@/components/ui/icons';
import { Button } from './button';

const COPIED_MESSAGE_MS = 1_500;

type Props = {
  text: () => string | Promise<string>;
  label: string;
  /** True if only an icon is shown, to save space. */
  compact?: boolean;
  icon?: Icon;
};

export function CopyButton({ text, label, compact, icon: Icon = Copy }: Props) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(await text());
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MESSAGE_MS);
  }
  return (
    <Button look="quiet" size="sm" title={label} onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="size-3.5 text-pass" /> : <Icon aria-hidden className="size-3.5" />}
      <span aria-live="polite" className={compact === true ? '@max-2xl:sr-only' : undefined}>
        {copied ? 'Copied' : label}
      </span>
    </Button>
  );
}
