import type { LanguageModel } from './language-model.ts';
import { createCallRecordingModel } from './recorded-model.ts';

/** A connector's model that reports its use to the context of the call. */
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
