import { respond } from '@/lib/http';
import { describeSettings } from '@/lib/settings';

export function GET(): Promise<Response> {
  return respond(() => Response.json(describeSettings()));
}
