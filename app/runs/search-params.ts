import { createLoader, parseAsInteger, parseAsStringLiteral } from 'nuqs/server';
import { listSearchParams } from '@/components/layout/list-search-params';
import { runGroupings } from '@/components/runs/list/group-runs';

export const runsSearchParams = {
  ...listSearchParams,
  limit: parseAsInteger.withDefault(100),
  by: parseAsStringLiteral(runGroupings).withDefault('day'),
};

export const loadRunsSearchParams = createLoader(runsSearchParams);
