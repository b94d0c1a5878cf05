import { respond } from '@/lib/http';
import type { Answers } from '@/lib/queries';
import { describeSettings } from '@/lib/settings';

export function GET(): Promise<Response> {
  return respond(() => Response.json(describeSettings() satisfies Answers['GET /api/settings']));
}
