import { EVENT_VERSION, type RunEvent, type RunEventBody } from '../contract/index.ts';
import { createRunFold, emptyRunState, type RunFold, type RunState } from '../fold/index.ts';
import type { AnsweringTurn, Clock, RunObserver } from '../ports/index.ts';
import { createObserverNotifier } from './create-observer-notifier.ts';
import { redactEvent, redactStreamedText } from './redact-event.ts';

export type EventLog = {
  append(body: RunEventBody): void;
  /**
   * Reports the growing answer of a turn. Observers read it when they have time, so they may miss intermediate
   * versions.
   */
  reportText(turn: AnsweringTurn, text: string): void;
  state(): RunState;
};

export type EventLogOptions = {
  runId: string;
  clock: Pick<Clock, 'now'>;
  observers: readonly RunObserver[];
  redact?: (text: string) => string;
  /** Computes the state of a run from its events. By default, the state contains a row for each case. */
  fold?: RunFold;
  onObserverError: (observer: string, error: unknown) => void;
};

/**
 * Creates the log of a run. It assigns a sequence number and a time to each event, masks secrets in it, updates the
 * run's state, and notifies all observers. The failure of one observer does not affect the others.
 */
export function createEventLog({
  runId,
  clock,
  observers,
  redact,
  fold = createRunFold(emptyRunState(runId)),
  onObserverError,
}: EventLogOptions): EventLog {
  const notifyObservers = createObserverNotifier({ observers, onObserverError });
  let seq = 0;

  return {
    append(body) {
      seq += 1;
      const visibleBody = redact === undefined ? body : redactEvent(body, redact);
      const event: RunEvent = { v: EVENT_VERSION, runId, seq, at: clock.now(), ...visibleBody };
      fold.apply(event);
      notifyObservers((observer) => observer.onEvent(event));
    },
    reportText(turn, text) {
      notifyObservers((observer) => observer.onText?.(turn, () => redactStreamedText(text, redact)));
    },
    state: () => fold.state(),
  };
}
