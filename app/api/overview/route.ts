import { route } from '@/lib/http';
import { readOverview, runRecords } from '@/lib/runs';
import { reapOrphans } from '@/runner/history';

export const GET = route<'GET /api/overview'>(() => {
  reapOrphans(runRecords());
  return readOverview();
});
