import { route } from '@/lib/http';
import { historyWithCorrectedRuns, readOverview } from '@/lib/runs';
import { reapOrphans } from '@/runner/history';

export const GET = route<'GET /api/overview'>(() => {
  reapOrphans(historyWithCorrectedRuns());
  return readOverview();
});
