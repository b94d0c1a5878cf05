'use client';

import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** Words that appear beside something on hover and focus. `children` is one focusable element. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={5}
          className="z-60 max-w-72 animate-appear rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-raised"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
