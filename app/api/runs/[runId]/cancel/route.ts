import { AppError } from '@/lib/errors';
import { runRoute } from '@/lib/http';
import { cancelRun } from '@/lib/runs';

export const POST = runRoute<'POST /api/runs/[runId]/cancel'>((_request, runId) => {
  const answer = cancelRun(runId);
  if (answer === 'unknown') throw new AppError('not_found', `There is no run ${runId} in this history.`);
  return { answer };
});
