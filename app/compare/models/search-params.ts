import { createLoader, createSerializer, parseAsBoolean, parseAsString } from 'nuqs/server';

const modelsSearchParams = {
  suite: parseAsString.withDefault(''),
  agent: parseAsString.withDefault(''),
  /** Only cases on which the models differ. */
  differ: parseAsBoolean.withDefault(false),
};

export const loadModelsSearchParams = createLoader(modelsSearchParams);
export const serializeModelsSearch = createSerializer(modelsSearchParams);
