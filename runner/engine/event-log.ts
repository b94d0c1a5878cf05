import { EVENT_VERSION, type RunEvent, type RunEventBody } from '../contract/index.ts';
import { createRunFold, emptyRunState, type RunState } from '../fold/index.ts';
import type { Clock, RunObserver } from '../ports/index.ts';
import { redactEvent } from './redact-event.ts';

export type EventLog = { append(body: RunEventBody): void; state(): RunState };

export type EventLogOptions = {
  runId: string;
  clock: Clock;
  observers: readonly RunObserver[];
  redact?: (text: string) => string;
  onObserverError: (observer: string, error: unknown) => void;
};

/** Gives events their place and time, masks secrets, folds them, and shows them to every observer, each on its own. */
export function createEventLog({ runId, clock, observers, redact, onObserverError }: EventLogOptions): EventLog {
  const fold = createRunFold(emptyRunState(runId));
  const failed = new Set<string>();
  let seq = 0;

  return {
    append(body) {
      seq += 1;
      const shown = redact === undefined ? body : redactEvent(body, redact);
      const event: RunEvent = { v: EVENT_VERSION, runId, seq, at: clock.now(), ...shown };
      fold.apply(event);
      for (const observer of observers) {
        try {
          observer.onEvent(event);
        } catch (error) {
          if (failed.has(observer.name)) continue;
          failed.add(observer.name);
          onObserverError(observer.name, error);
        }
      }
    },
    state: () => fold.state(),
  };
}
