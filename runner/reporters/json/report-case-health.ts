import type { CaseHealth, RunReference } from '../../fold/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { classifySteadiness, describeSteadiness } from '../../verdict/index.ts';

/**
 * Formats the health state of a case (such as broken or flaky) with JSON file keys: times are ISO 8601, next to their
 * run ids.
 */
export function buildCaseHealthReport(standing: CaseHealth | undefined): JsonObject {
  if (standing === undefined) return {};
  const { state, since, again, event, passed, judged, bounds } = standing;
  return {
    standing: withoutUndefined({
      state,
      since: formatStartTime(since),
      since_run: since?.runId,
      again: formatStartTime(again),
      event:
        event === undefined
          ? undefined
          : withoutUndefined({
              kind: 'outage',
              reason: event.reason,
              cases: event.cases,
              from: formatStartTime(event.from),
              to: formatStartTime(event.to),
              over: formatStartTime(event.over),
            }),
    }),
    steadiness: { class: classifySteadiness(standing), passed, judged, bounds, words: describeSteadiness(standing) },
  };
}

function formatStartTime(mark: RunReference | undefined): string | undefined {
  return mark && new Date(mark.startedAt).toISOString();
}
