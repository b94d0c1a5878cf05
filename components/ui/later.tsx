import { type ComponentType, useDeferredValue } from 'react';
import { useMounted } from '@/components/layout/use-mounted';

/**
 * A part that shows once its code has come. Around a dynamic part without a stand-in there is no boundary: until its code
 * is there, React would keep the whole page as it is, and take back what is typed. What comes with the page from the
 * server is there at once.
 */
export function later<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function Later(props: Props) {
    const mounted = useMounted();
    const shown = useDeferredValue(true, !mounted);
    return shown ? <Part {...props} /> : null;
  };
}
