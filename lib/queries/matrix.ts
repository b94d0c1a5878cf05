import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getFromRoute, postToRoute } from './fetch-json.ts';
import type { BulkEditRequest, MatrixCellExplanationsRequest, MatrixSearch, SaveViewRequest } from './route-types.ts';
import type { RouteAnswers } from './routes.ts';

const REFETCH_WHILE_RUNNING_MS = 2_000;

/**
 * Queries the results of some runs by case. Polls while the suite runs, because the finished run may become a new
 * column.
 */
export function matrixQuery({ suite, agent, by, runs }: MatrixSearch) {
  return queryOptions({
    queryKey: ['matrix', suite, agent, by, runs],
    queryFn: ({ signal }) => getFromRoute('GET /api/compare/matrix', { suite, agent, by, runs }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.running.length ?? 0) > 0 ? REFETCH_WHILE_RUNNING_MS : false),
  });
}

/** Queries short explanations of the attempts of some cases in each run, for the cells of a matrix. */
export function matrixCellExplanationsQuery({ runs, cases }: MatrixCellExplanationsRequest) {
  return queryOptions({
    queryKey: ['matrix-words', runs, cases],
    queryFn: () => postToRoute('POST /api/compare/matrix', {}, { runs, cases }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function bulkEditCases(marks: BulkEditRequest): Promise<RouteAnswers['POST /api/cases/bulk-edits']> {
  return postToRoute('POST /api/cases/bulk-edits', {}, marks);
}

/** Queries the saved views of the workspace. Other programs may change their files at any time. */
export function matrixViewsQuery() {
  return queryOptions({
    queryKey: ['matrix-views'],
    queryFn: ({ signal }) => getFromRoute('GET /api/views', {}, signal),
  });
}

export function saveMatrixView(save: SaveViewRequest): Promise<RouteAnswers['POST /api/views']> {
  return postToRoute('POST /api/views', {}, save);
}
