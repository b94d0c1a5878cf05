import { createLoader, parseAsNativeArrayOf, parseAsString } from 'nuqs/server';

/** The arguments of the command `turntree try --browser`, which opened this page. */
export const trySearchParams = {
  agent: parseAsString.withDefault(''),
  name: parseAsString.withDefault(''),
  model: parseAsString.withDefault(''),
  export: parseAsString.withDefault(''),
  goal: parseAsString.withDefault(''),
  fact: parseAsNativeArrayOf(parseAsString).withDefault([]),
};

export const loadTrySearchParams = createLoader(trySearchParams);
