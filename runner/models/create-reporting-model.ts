import type { LanguageModel } from './language-model.ts';
import { createCallRecordingModel } from './recorded-model.ts';

/** Wraps the model of a connector so that its calls are reported to the context of each call. */
export function createReportingModel(connector: string, model: LanguageModel): LanguageModel {
  const recordingModel = createCallRecordingModel(connector, model);
  return {
    id: model.id,
    generate(request, signal) {
      request.context.report?.({ type: 'connector', connector });
      return recordingModel.generate(request, signal);
    },
  };
}
