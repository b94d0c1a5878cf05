import type { Environment } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { joinSuites } from '../../fold/index.ts';
import type { JsonObject } from '../../values/index.ts';

/** Returns the caller as the agent saw it, in the keys of JSON files; with the run, its model and its duration. */
export function reportEnvironment(
  environment: Environment,
  { options, suites }: Partial<Pick<RunState, 'options' | 'suites'>> = {},
): JsonObject {
  const connector = options?.connector ?? joinSuites(suites ?? []).connector;
  return {
    user_id: environment.userId,
    team_id: environment.teamId,
    locale: environment.locale,
    client_type: environment.clientType,
    client_ip: environment.clientIp,
    referer: environment.referer,
    accept: environment.accept,
    ...(environment.chatId === undefined ? {} : { chat_id: environment.chatId }),
    ...(environment.userAgent === undefined ? {} : { user_agent: environment.userAgent }),
    ...(environment.authorized === undefined ? {} : { authorized: environment.authorized }),
    ...(environment.metadata === undefined ? {} : { metadata: environment.metadata }),
    ...(connector === undefined ? {} : { connector }),
    ...(options === undefined ? {} : { timeout_ms: options.timeoutMs }),
  };
}
