import { defineRoute } from '@/lib/http';
import { getUpToDateHistory, readOverview } from '@/lib/runs';
import { interruptOrphanedRuns } from '@/runner/history';

export const GET = defineRoute<'GET /api/overview'>(() => {
  interruptOrphanedRuns(getUpToDateHistory());
  return readOverview();
});
