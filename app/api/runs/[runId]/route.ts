import { defineRunRoute } from '@/lib/http';
import { getRunStateBytes } from '@/lib/watch';

export const GET = defineRunRoute<'GET /api/runs/[runId]'>((_request, runId) => {
  const { bytes } = getRunStateBytes(runId, { behind: 0 });
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/json' } });
});
