import { defineRoute } from '@/lib/http';
import { describeSettings } from '@/lib/settings';

export const GET = defineRoute<'GET /api/settings'>(describeSettings);
