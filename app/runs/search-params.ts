import { createLoader, parseAsInteger } from 'nuqs/server';
import { listSearchParams } from '@/components/layout/list-search-params';

export const runsSearchParams = { ...listSearchParams, limit: parseAsInteger.withDefault(100) };

export const loadRunsSearchParams = createLoader(runsSearchParams);
