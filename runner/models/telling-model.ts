import type { LanguageModel } from './language-model.ts';

/** The model of a connector, which tells whoever is answered that it was asked. */
export function tellingModel(connector: string, model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    generate(request, signal) {
      request.context.asked?.(connector);
      return model.generate(request, signal);
    },
  };
}
