import type { Usage } from '../contract/index.ts';
import { addUsage } from '../fold/index.ts';

/** The bill of one call over all of its tries, including those that broke off. */
export type CallBill = {
  /** A try begins; answers what to tell when the server says what it has counted so far. */
  begin(): (usage: Usage) => void;
  /** The last try answered, and this is what it spent. Answers what the whole call did. */
  answered(usage: Usage): Usage;
  /** The call ends without an answer. */
  failed(): void;
};

type Tell = (usage: Usage) => void;

/** A call that is broken off tells `tell` at once what it had spent: whoever broke it off does not wait for its end. */
export function openBill(tell: Tell, signal: AbortSignal): CallBill {
  let earlier: Usage | undefined;
  let current: Usage | undefined;
  let tries = 0;

  const total = (): Usage => {
    const sum = addUsage(earlier, current) ?? { inputTokens: 0, outputTokens: 0, calls: 1, retries: 0 };
    return { ...sum, calls: 1, retries: tries - 1 };
  };
  const close = () => {
    signal.removeEventListener('abort', close);
    if (tries > 0) tell(total());
    tries = 0;
  };
  signal.addEventListener('abort', close, { once: true });

  return {
    begin() {
      earlier = addUsage(earlier, current);
      current = undefined;
      tries += 1;
      return (usage) => {
        current = usage;
      };
    },
    answered(usage) {
      current = usage;
      const whole = total();
      close();
      return whole;
    },
    failed: close,
  };
}
