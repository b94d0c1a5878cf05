import { type ComponentType, useDeferredValue, useEffect } from 'react';
import { useMounted } from '@/components/layout/use-mounted';

/**
 * A part that shows once its code has come. Around a dynamic part without a stand-in there is no boundary: until its code
 * is there, React would keep the whole page as it is, and take back what is typed. What comes with the page from the
 * server is there at once, and so is a further one of a part whose code has come: a list that scrolls to an item must
 * know the item's height when it is drawn.
 */
export function later<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
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

/** A component of a module that is loaded when it is needed. Next finds the module only within its call of `dynamic`. */
export async function loadPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  return (await untilLoaded(load))[name];
}

const AGAIN_AFTER_MS = 1_000;

/** Loads code. While the server is away, which `onAway` hears, it is asked for again and again. */
export async function untilLoaded<Module>(load: () => Promise<Module>, onAway?: () => void): Promise<Module> {
  if (typeof window === 'undefined') return load();
  for (;;) {
    try {
      return await load();
    } catch {
      onAway?.();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}
