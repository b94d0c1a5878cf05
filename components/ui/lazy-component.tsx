import { type ComponentType, useDeferredValue, useEffect } from 'react';
import { useMounted } from '@/components/layout/use-mounted';

/**
 * Creates a component that renders `Part` when its code has loaded. Without this, React would freeze the page until
 * then and discard typed text, because `dynamic` without a `loading` fallback creates no Suspense boundary. Parts that
 * the server has rendered are visible immediately. So are further instances after the first one, because a list that
 * scrolls to an item needs the item's height.
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
 * Loads a component of a module on demand. The `import()` must be written inside the call of `dynamic`, because Next
 * searches for it there.
 */
export async function loadExport<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  return (await importWithRetry(load))[name];
}

const RETRY_DELAY_MS = 1_000;

/** Loads code, and retries if that fails. Before each retry, calls `onAway`. */
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
