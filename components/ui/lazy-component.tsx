import { type ComponentType, useDeferredValue, useEffect } from 'react';
import { useMounted } from '@/components/layout/use-mounted';

/**
 * Shows a part when its code has loaded. Without a `loading` fallback, `dynamic` creates no Suspense boundary: React
 * would freeze the whole page until the code is there, and discard typed text. Parts rendered by the server show
 * immediately, and so do further instances once the code has loaded: a list that scrolls to an item must know the
 * item's height when it renders.
 */
export function lazyComponent<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  let codeIsThere = false;
  return function Later(props: Props) {
    const mounted = useMounted();
    const isVisible = useDeferredValue(true, !mounted || codeIsThere);
    useEffect(() => {
      if (isVisible) codeIsThere = true;
    }, [isVisible]);
    return isVisible ? <Part {...props} /> : null;
  };
}

/**
 * Loads a component of a module on demand. The `import()` must be written inside the call of `dynamic`, or Next does
 * not find it.
 */
export async function loadExport<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  return (await importWithRetry(load))[name];
}

const RETRY_DELAY_MS = 1_000;

/** Loads code. While the server is unreachable, calls `onAway` and tries again. */
export async function importWithRetry<Module>(load: () => Promise<Module>, onAway?: () => void): Promise<Module> {
  if (typeof window === 'undefined') return load();
  for (;;) {
    try {
      return await load();
    } catch {
      onAway?.();
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}
