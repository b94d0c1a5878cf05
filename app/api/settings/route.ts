import { describeSettings } from '@/lib/care';
import { respond } from '@/lib/http';

export function GET(): Promise<Response> {
  return respond(() => Response.json(describeSettings()));
}
