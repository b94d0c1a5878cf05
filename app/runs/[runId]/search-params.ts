import { createLoader, createSerializer, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { inspectorTabs } from '@/components/inspector/inspector-tabs';

export const runSearchParams = {
  q: parseAsString.withDefault(''),
  suite: parseAsString,
  case: parseAsString,
  attempt: parseAsInteger,
  turn: parseAsInteger,
  pick: parseAsString,
  tab: parseAsStringLiteral(inspectorTabs),
};

export const loadRunSearchParams = createLoader(runSearchParams);
export const serializeRunSearch = createSerializer(runSearchParams);
