import type { Environment } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { formatJudgeModels, formatUserModels, joinSuites } from '../../fold/index.ts';
import { type JsonObject, withoutUndefined } from '../../values/index.ts';

/**
 * Returns the caller's context as the agent received it, with JSON file keys, plus the run, its model and its duration.
 */
export function buildEnvironmentReport(
  environment: Environment,
  { options, suites }: Partial<Pick<RunState, 'options' | 'suites'>> = {},
): JsonObject {
  const connector = options?.connector ?? joinSuites(suites ?? []).connector;
  return withoutUndefined({
    user_id: environment.userId,
    team_id: environment.teamId,
    locale: environment.locale,
    client_type: environment.clientType,
    client_ip: environment.clientIp,
    referer: environment.referer,
    accept: environment.accept,
    chat_id: environment.chatId,
    user_agent: environment.userAgent,
    authorized: environment.authorized,
    metadata: environment.metadata,
    connector,
    judge: formatJudgeModels(options),
    simulator: formatUserModels(options),
    timeout_ms: options?.timeoutMs,
    allow_partial: options?.allowPartial,
  });
}
