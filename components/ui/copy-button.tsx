'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';

const SHOWN_MS = 1_500;

export function CopyButton({ text, label }: { text: () => string | Promise<string>; label: string }) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(await text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  }
  return (
    <Button look="quiet" size="sm" onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="size-3.5 text-pass" /> : <Copy aria-hidden className="size-3.5" />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
