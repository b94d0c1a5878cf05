import { route } from '@/lib/http';
import { describeSettings } from '@/lib/settings';

export const GET = route<'GET /api/settings'>(describeSettings);
