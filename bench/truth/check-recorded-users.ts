import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { createUserMessageGuard, guardRules } from '../../runner/simulated-user/guard.ts';
import {
  buildNameKey,
  buildUserContract,
  findAskedFacts,
  type UserContract,
} from '../../runner/simulated-user/index.ts';
import { formatShare, MISSED_MARK } from './table.ts';

const MAX_ALARMS = 0.02;

const callSchema = z.object({ request: z.object({ parameters: z.record(z.string(), z.unknown()) }) });
const conversationSchema = z.object({
  name: z.string(),
  user: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  conversation: z.array(
    z.object({ role: z.enum(['user', 'assistant']), text: z.string(), apis: z.array(callSchema).optional() }),
  ),
});
type Conversation = z.infer<typeof conversationSchema>;

type Alarm = { rule: string; name: string; turn: number; quote: string };

/**
 * Lets the guard read what people wrote in recorded conversations in the format of ToolTalk, whose facts are the user's
 * profile and the arguments of the right calls. Goal: each rule alarms in at most 2% of the turns. A fact that the user
 * mentions before the agent asks for it is no alarm, because people do that.
 */
export function checkRecordedUsers(folder: string | undefined): void {
  if (folder === undefined) {
    console.log('recorded users: left out; name a folder of ToolTalk conversations with --with');
    return;
  }
  const files = globSync(path.join(folder, '**', '*.json')).toSorted();
  const conversations = files.flatMap((file) => {
    const parsed = conversationSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? [parsed.data] : [];
  });
  const turns = conversations.flatMap(({ conversation }) => conversation.filter(({ role }) => role === 'user')).length;
  const alarms = conversations.flatMap(findAlarms);
  console.log(`recorded users: ${turns} turns of ${conversations.length} conversations`);
  for (const rule of guardRules) {
    const own = alarms.filter((alarm) => alarm.rule === rule);
    const share = new Set(own.map(({ name, turn }) => `${name} ${turn}`)).size / turns;
    const isMissed = rule !== 'told_early' && share > MAX_ALARMS;
    console.log(
      `  ${rule}: ${own.length} (${formatShare(share)} of the turns) ${isMissed ? MISSED_MARK : ''}`.trimEnd(),
    );
    for (const { name, turn, quote } of own) console.log(`    ${name}, turn ${turn}: ${JSON.stringify(quote)}`);
  }
}

function findAlarms(recorded: Conversation): Alarm[] {
  const contract = contractOf(recorded);
  const guard = createUserMessageGuard(contract);
  const tellable = new Set<string>();
  let turn = 0;
  return recorded.conversation.flatMap(({ role, text: message }): Alarm[] => {
    if (role === 'assistant') {
      guard.addAgentMessage(message);
      for (const { name } of findAskedFacts(message, contract).facts) tellable.add(name);
      return [];
    }
    turn += 1;
    const breaches = guard.check({ message, ends: false, hasOpenGoal: true, tellable });
    guard.addUserMessage(message);
    return breaches.map(({ rule, quote }) => ({ rule, name: recorded.name, turn, quote }));
  });
}

/**
 * Builds the contract of a simulated user from a recorded conversation; its goal is the first message that the person
 * wrote.
 */
function contractOf({ name, user, metadata, conversation }: Conversation): UserContract {
  const calls = conversation.flatMap(({ apis = [] }) => apis.map(({ request }) => request.parameters));
  const facts: Record<string, string | number> = {};
  const keys = new Set<string>();
  const named = [user, metadata, ...calls].flatMap((values) => Object.entries(values));
  for (const [label, value] of named.flatMap(([key, values]) => [values].flat().map((each) => [key, each] as const))) {
    const isFact = (typeof value === 'string' && value !== '') || typeof value === 'number';
    if (!isFact || Object.values(facts).includes(value)) continue;
    const words = label.replaceAll('_', ' ');
    const free = [words, ...Array.from({ length: 20 }, (_, index) => `${words} ${index + 2}`)].find(
      (each) => !keys.has(buildNameKey(each)),
    );
    if (free === undefined) continue;
    keys.add(buildNameKey(free));
    facts[free] = value;
  }
  const goal = conversation.find(({ role }) => role === 'user')?.text ?? '';
  return buildUserContract({ goal, facts }, { seed: name });
}
