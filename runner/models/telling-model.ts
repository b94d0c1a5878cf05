import type { LanguageModel } from './language-model.ts';
import { recordedModel } from './recorded-model.ts';

/** The model of a connector, which tells whoever is answered that it was asked. */
export function tellingModel(connector: string, model: LanguageModel): LanguageModel {
  const recorded = recordedModel(connector, model);
  return {
    id: model.id,
    generate(request, signal) {
      request.context.report?.({ type: 'connector', connector });
      return recorded.generate(request, signal);
    },
  };
}
