import { readJson, route } from '@/lib/http';
import { generateCases, generationSchema } from '@/lib/runs';

export const POST = route<'POST /api/cases/generate'>(async (request) =>
  generateCases(await readJson(request, generationSchema), request.signal),
);
