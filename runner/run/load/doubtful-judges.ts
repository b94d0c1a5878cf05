import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getValidatorId } from '../../assertions/agent/agent-rules.ts';
import type { AuthoredCase, ScriptedRule, TextMatch, WorkspaceConfig } from '../../contract/index.ts';
import { collectAssertionLists, isConversation } from '../../inputs/checks/check-conversation.ts';
import { type CaseFinding, warningAt } from '../../inputs/finding.ts';
import { createTextMatcher } from '../../models/text-matcher.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { blankOutComments } from '../../scripts/code-text.ts';
import { findAlwaysPassingCheck, findLengthAsVerdict, ignoresOutput } from '../../scripts/code-warnings.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { isJsonObject, type Json, type JsonPath, tryParseJson } from '../../values/index.ts';

type JudgeWorkspace = { root: string; config: Pick<WorkspaceConfig, 'agents'> };

/** Inspects the judges that cases name, to find judges that accept every answer or look only at part of it. */
export function createJudgeInspection(workspace: JudgeWorkspace): (authored: AuthoredCase) => CaseFinding[] {
  const messagesByKey = new Map<string, readonly string[]>();
  return (authored) =>
    listJudgesOfCase(authored).flatMap(({ path: criteriaPath, ...judge }) => {
      const key = JSON.stringify(judge);
      const messages = messagesByKey.get(key) ?? findJudgeWarnings(judge, workspace);
      messagesByKey.set(key, messages);
      return messages.map((message) => warningAt(criteriaPath, message));
    });
}

function findJudgeWarnings(
  { id, criteria, seesConversation }: Omit<NamedJudge, 'path'>,
  { root, config }: JudgeWorkspace,
): string[] {
  const entry = Object.hasOwn(config.agents, id) ? config.agents[id] : undefined;
  const passing =
    entry?.type === 'scripted'
      ? (explainWhyJudgePassesAll(entry.rules) ?? findCriterionAsAnswer(entry.rules, criteria))
      : undefined;
  if (passing !== undefined) return [`the judge ${JSON.stringify(id)} passes every answer: ${passing}`];
  const file = entry?.type === 'module' ? path.resolve(root, entry.path) : undefined;
  if (file === undefined || !existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  if (findAlwaysPassingCheck(text, 'default') !== undefined)
    return [
      `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)}) passes every answer: it has no other verdict`,
    ];
  if (findLengthAsVerdict(text, 'default') !== undefined)
    return [
      `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)}) passes every answer that is not empty: it looks only at its length`,
    ];
  const judge = `the judge ${JSON.stringify(id)} (${toRelativePath(root, file)})`;
  if (ignoresOutput(text)) return [`${judge} does not decide by "output", which is the answer that it judges`];
  if (!seesConversation || !readsOnlyOutput(text)) return [];
  return [
    `${judge} reads "output", which is only the last answer of the conversation; "conversation" has the earlier turns, too`,
  ];
}

/** True if a judge's code takes only `output` from its request, and not the conversation. */
function readsOnlyOutput(text: string): boolean {
  const [, fields = ''] =
    /\{([^{}]*)\}\s*=\s*JSON\.parse\(\s*(?:[\w$]+\.)?input\s*\)/.exec(blankOutComments(text)) ?? [];
  return /\boutput\b/.test(fields) && !/\bconversation\b|\.\.\./.test(fields);
}

/** Returns why a scripted judge passes every answer, or every answer that is not empty. */
function explainWhyJudgePassesAll(rules: readonly ScriptedRule[]): string | undefined {
  if (rules.some(({ when }) => when === undefined) && rules.every(({ answer }) => isPassVerdict(answer)))
    return 'none of its rules says "passed": false';
  const [first] = rules;
  return first?.when !== undefined && matchesAnyText(first.when) && isPassVerdict(first.answer)
    ? `its first rule holds for any text, ${JSON.stringify(first.when)}`
    : undefined;
}

/**
 * The pattern is applied to the whole request, which also contains the criterion. So it may match because of the
 * criterion, whatever the agent answered.
 */
function findCriterionAsAnswer(rules: readonly ScriptedRule[], criteria: string | undefined): string | undefined {
  if (criteria === undefined) return undefined;
  const request = JSON.stringify({ output: '', input: '', criteria });
  const other = rules.findIndex(({ when }) => when === undefined || Object.keys(when).some((key) => key !== 'text'));
  const onText = other < 0 ? rules : rules.slice(0, other);
  const reachedMock = onText.find(({ when }) => when?.text !== undefined && matchesText(when.text, request));
  if (reachedMock === undefined || !isPassVerdict(reachedMock.answer)) return undefined;
  return `its rule finds ${JSON.stringify(reachedMock.when?.text)} in the criterion, which is part of the request; write "output" instead of "text"`;
}

function matchesText(match: TextMatch, text: string): boolean {
  try {
    return createTextMatcher(match)(text) !== undefined;
  } catch {
    // A malformed pattern is ignored here, because it is reported when the agent is opened.
    return false;
  }
}

/** True for a condition on the judged answer that every text satisfies, such as `/./`. */
function matchesAnyText(when: NonNullable<ScriptedRule['when']>): boolean {
  const [output, ...others] = Object.entries(when);
  return (
    others.length === 0 && output?.[0] === 'output' && typeof output[1] === 'string' && anyTextPattern.test(output[1])
  );
}

const anyTextPattern = /^\/\^?(?:\.|\\S|\\w|\[\\s\\S\])?[*+]?\$?\/[a-z]*$/;

function isPassVerdict(answer: Json | undefined): boolean {
  const verdict = typeof answer === 'string' ? tryParseJson(answer) : answer;
  return verdict !== undefined && isJsonObject(verdict) && verdict.passed === true;
}

/** `seesConversation` is true for a judge of a conversation of several turns as a whole. */
type NamedJudge = { id: string; criteria: string | undefined; seesConversation: boolean; path: JsonPath };

function listJudgesOfCase(authored: AuthoredCase): NamedJudge[] {
  const { turns } = authored;
  const isWhole = isConversation(authored) && (turns === undefined || turns.length > 1) && authored.max_turns !== 1;
  return collectAssertionLists(authored).flatMap(({ rules, path: base }) =>
    rules.flatMap((rule, index) =>
      rule.type === 'agent' && rule.use !== undefined
        ? [
            {
              id: removeAgentPrefix(getValidatorId(rule.use)),
              criteria: typeof rule.value === 'string' ? rule.value : undefined,
              seesConversation: isWhole && base[0] === 'assert' && !('on' in rule && rule.on !== undefined),
              path: [...base, index, 'use'],
            },
          ]
        : [],
    ),
  );
}
