import { defineRoute } from '@/lib/http';
import { exportHistory } from '@/lib/settings';

/** Streams the history as a download, because it may be too large to fit into memory. */
export const GET = defineRoute<'GET /api/history/export'>(() => {
  const day = new Date().toISOString().slice(0, 10);
  return new Response(exportHistory(), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="turntree-history-${day}.jsonl.gz"`,
    },
  });
});
