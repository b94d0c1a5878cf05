import type { Environment, Json, JsonObject } from '../contract/index.ts';

/** What hooks and script tests are told about who is asking, in the keys that authors write. */
export function scriptContext(environment: Environment, metadata: JsonObject = {}): Json {
  const { locale, userId, teamId } = environment;
  return {
    locale,
    user_id: userId,
    team_id: teamId,
    authorized: { user_id: userId, team_id: teamId },
    metadata,
  };
}
