import * as z from 'zod';
import { environment } from '@/lib/env';
import { readSearch, route } from '@/lib/http';
import { checkCaseFile } from '@/lib/workspace';

const searchSchema = z.object({ suite: z.string().min(1) });

export const GET = route<'GET /api/cases/listed'>((request) =>
  checkCaseFile(environment().workspace, readSearch(request, searchSchema).suite),
);
