import type { RunnerPorts, RunObserver } from '../ports/index.ts';

/**
 * Creates a function that notifies observers independently of each other. If an observer throws, only its first error
 * is reported.
 */
export function createObserverNotifier({
  observers,
  onObserverError,
}: Pick<RunnerPorts, 'observers' | 'onObserverError'>): (tell: (observer: RunObserver) => void) => void {
  const failedObservers = new Set<string>();
  return (tell) => {
    for (const observer of observers) {
      try {
        tell(observer);
      } catch (error) {
        if (failedObservers.has(observer.name)) continue;
        failedObservers.add(observer.name);
        onObserverError(observer.name, error);
      }
    }
  };
}
