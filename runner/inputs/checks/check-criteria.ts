import { listJudgeCriteria } from '../../assertions/agent/built-in-judge.ts';
import type { AuthoredCase } from '../../contract/index.ts';
import { type CaseFinding, warningAt } from '../finding.ts';
import type { AssertionList } from './assertion-list.ts';

const userSubjectPattern =
  /^(?:the |an? )?(?:user|customer|caller|client|guest|visitor|buyer|patient|passenger|traveller|traveler) (?:asks?|asked|says?|said|wants?|wanted|requests?|requested|complains?|complained|mentions?|mentioned|greets?|greeted)\b/i;
/**
 * Matches words that show that a criterion is not only about the user: mentions of the agent, or any second statement.
 */
const agentMentionPattern =
  /\b(?:agent|assistant|bot|chatbot|model|system|answers?|answered|repl(?:y|ies|ied)|responses?|responds?|it|they|is|are|was|were|gets?|receives?|and|but|so|because)\b|,/i;

/**
 * Finds criteria for judges that are only about what the user says. If the case contains the user's messages, such a
 * criterion passes for any answer of the agent.
 */
export function checkCriteria(authored: AuthoredCase, lists: readonly AssertionList[]): CaseFinding[] {
  const { simulator, turns, checkpoints, never } = authored;
  const isWritten =
    turns !== undefined || (simulator === undefined && checkpoints === undefined && never === undefined);
  if (!isWritten) return [];
  return lists.flatMap(({ rules, path }) =>
    rules.flatMap((rule, index): CaseFinding[] => {
      if (rule.type !== 'agent') return [];
      const criterion = listJudgeCriteria(rule).find((text) => isAboutUser(text.trim()));
      if (criterion === undefined) return [];
      const message = `${JSON.stringify(criterion)} is about the user, whose messages the case contains, so it holds whatever the agent answers; write what the agent does`;
      return [warningAt([...path, index], message)];
    }),
  );
}

function isAboutUser(criterion: string): boolean {
  const [beginning] = userSubjectPattern.exec(criterion) ?? [];
  return beginning !== undefined && !agentMentionPattern.test(criterion.slice(beginning.length));
}
