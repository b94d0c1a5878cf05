import type { RunnerPorts, RunObserver } from '../ports/index.ts';

/** Notifies every observer independently. For one that throws, only the first error is reported. */
export function createObserverNotifier({
  observers,
  onObserverError,
}: Pick<RunnerPorts, 'observers' | 'onObserverError'>): (tell: (observer: RunObserver) => void) => void {
  const failed = new Set<string>();
  return (tell) => {
    for (const observer of observers) {
      try {
        tell(observer);
      } catch (error) {
        if (failed.has(observer.name)) continue;
        failed.add(observer.name);
        onObserverError(observer.name, error);
      }
    }
  };
}
