import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import type { Interval } from '../../verdict/index.ts';
import type { MeasureRow, SimulatorCheckReport } from './simulator-check-report.ts';

export function toSimulatorCheckJson(report: SimulatorCheckReport): string {
  const { simulated, people, measures, separation, breaches, volunteered } = report;
  const document = withoutUndefined({
    simulated,
    people,
    measures: measures.map(toMeasureEntry),
    auc: separation && { value: separation.auc, interval: toIntervalJson(separation.interval) },
    breaches,
    volunteered,
  });
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toMeasureEntry({ id, unit, simulated, people, change }: MeasureRow): JsonObject {
  return withoutUndefined({
    id,
    unit,
    simulated,
    people,
    difference: change && { value: change.difference, interval: toIntervalJson(change.interval) },
  });
}

function toIntervalJson({ low, high }: Interval): number[] {
  return [low, high];
}
