import type { StartRunAnswer, StartRunRequest } from '../runs/start-run-request.ts';
import { postJson } from './fetch-json.ts';

export function startRun(request: StartRunRequest): Promise<StartRunAnswer> {
  return postJson<StartRunAnswer>('/api/runs', request);
}
