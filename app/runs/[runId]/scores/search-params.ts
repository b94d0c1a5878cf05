import { createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';

export const scoresTabNames = ['table', 'groups', 'charts'] as const;
export type ScoresTabName = (typeof scoresTabNames)[number];

export const scoresSearchParams = {
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(scoresTabNames).withDefault('table'),
  sort: parseAsString.withDefault(''),
};

export const serializeScoresSearch = createSerializer(scoresSearchParams);
