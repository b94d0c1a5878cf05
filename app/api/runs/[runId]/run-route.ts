/** The second argument of every route below a run. */
export type RunRoute = { params: Promise<{ runId: string }> };
