import type { CaseHealth, RunReference } from '../../fold/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { steadinessClass, steadinessWords } from '../../verdict/index.ts';

/** The standing of a case across runs, with JSON file keys: times are ISO 8601, next to their run ids. */
export function caseHealthReport(standing: CaseHealth | undefined): JsonObject {
  if (standing === undefined) return {};
  const { state, since, again, event, passed, judged, bounds } = standing;
  return {
    standing: withoutUndefined({
      state,
      since: formatTime(since),
      since_run: since?.runId,
      again: formatTime(again),
      event:
        event === undefined
          ? undefined
          : withoutUndefined({
              kind: 'outage',
              reason: event.reason,
              cases: event.cases,
              from: formatTime(event.from),
              to: formatTime(event.to),
              over: formatTime(event.over),
            }),
    }),
    steadiness: { class: steadinessClass(standing), passed, judged, bounds, words: steadinessWords(standing) },
  };
}

function formatTime(mark: RunReference | undefined): string | undefined {
  return mark && new Date(mark.startedAt).toISOString();
}
