import { createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';

export const scoreViews = ['table', 'groups', 'charts'] as const;
export type ScoreView = (typeof scoreViews)[number];

export const scoresSearchParams = {
  q: parseAsString.withDefault(''),
  view: parseAsStringLiteral(scoreViews).withDefault('table'),
  sort: parseAsString.withDefault(''),
};

export const serializeScoresSearch = createSerializer(scoresSearchParams);
