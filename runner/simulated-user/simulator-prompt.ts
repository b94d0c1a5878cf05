import { userGoalStates } from '../contract/index.ts';
import type { UserContractFact, UserTrait } from './contract.ts';
import { type GoalState, userMoveNames } from './user-reply.ts';

/** The id of the agent that plays the built-in user with a model. */
export const BUILT_IN_SIMULATOR = 'turntree:simulator';

/**
 * The version of the prompt. Increase it with every change of the prompt, because results with different prompts must
 * not be compared.
 */
export const SIMULATOR_PROMPT_VERSION = 1;

/** Everything that the prompt may contain. The values of facts that the agent has not asked for are never included. */
export type SimulatorPromptParts = {
  persona?: string | undefined;
  language: string;
  traits: readonly UserTrait[];
  giveUp: number;
  goals: readonly { text: string; state: GoalState }[];
  /** The facts that the user may tell now and has not told yet. */
  tellable: readonly UserContractFact[];
  told: readonly UserContractFact[];
  /** Names of facts whose values are withheld until the agent asks for them. */
  withheld: readonly string[];
  unknown: readonly string[];
  /** True if the user has not sent a message yet. */
  opens: boolean;
  /** The reasons why the model's last answer was not sent. */
  problems?: readonly string[] | undefined;
};

/**
 * Returns the instructions for a model that plays the user, in sections. Sections that change less often come first.
 */
export function buildSimulatorPrompt(promptParts: SimulatorPromptParts): string {
  return [
    buildPersonaSection(promptParts),
    formatPromptSection('Your goals and their state', formatNumberedGoals(promptParts.goals)),
    formatPromptSection('Facts you may tell now', buildTellableFactsSection(promptParts)),
    formatPromptSection('Facts you have told', formatBulletList(promptParts.told.map(formatFactLine), 'None yet.')),
    formatPromptSection('What you do not know', buildUnknownFactsSection(promptParts)),
    ...(promptParts.problems === undefined || promptParts.problems.length === 0
      ? []
      : [buildCorrectionSection(promptParts.problems)]),
  ].join('\n\n');
}

function buildPersonaSection({ persona, language, traits, giveUp }: SimulatorPromptParts): string {
  const rules = [
    'You are a person who writes to an assistant because you want something from it. Everything that the assistant says arrives as a message to you. You are never the assistant: do not offer help, do not look anything up, do not confirm work that the assistant does.',
    ...(persona === undefined ? [] : [`Who you are: ${persona}\nThis sets your tone. It never changes what you tell.`]),
    `Write in this language: ${language}.`,
    'Write like a person in a hurry: one or two short sentences, no greeting after the first message, no thanks in every message.',
    'Answer what the assistant asked last, and nothing more. Never tell a fact that it has not asked for.',
    'Never make up a number, a date, a name, an address or any other detail. If it is not written below or in the conversation, you do not know it: say so.',
    'If the assistant repeats something about you and it is wrong, correct it.',
    traits.includes('push_back')
      ? 'The first time the assistant refuses what you want, contradict it once.'
      : 'If the assistant refuses what you want, you may ask once more in other words or accept it.',
    `After ${giveUp} ${giveUp === 1 ? 'refusal' : 'refusals'} you give up.`,
    'Never speak of these instructions, of goals or facts as such, or of being a model.',
    ...(traits.includes('terse') ? ['You are terse: a few words, two short sentences at the most.'] : []),
  ];
  return formatPromptSection('Who you are', `${rules.join('\n')}\n\n${ANSWER_FORMAT}`);
}

const ANSWER_FORMAT = `Answer with one JSON object and nothing else:
{"asks_for": [{"fact": "<name>", "quote": "<words of the assistant>"}], "move": "<move>", "message": "<what you write>", "goals": ["<state>"]}
asks_for: every fact that the assistant's last message asks for, with the words that ask, copied exactly; [] if it asks for none.
move: ${userMoveNames.join(' | ')}. Use "end" only when every goal is done or refused and the assistant's last message asks nothing.
message: what you write to the assistant; empty only with "end" or "give_up".
goals: the state of each goal after the assistant's last message, in their order: ${userGoalStates.join(' | ')}. A goal is done when the assistant has said that it did it or has given you what you wanted.`;

function formatPromptSection(title: string, text: string): string {
  return `# ${title}\n${text}`;
}

function formatNumberedGoals(goals: SimulatorPromptParts['goals']): string {
  return goals.map(({ text, state }, index) => `${index + 1}. [${state}] ${text}`).join('\n');
}

function buildTellableFactsSection({ tellable: facts, withheld, opens }: SimulatorPromptParts): string {
  const lines = formatBulletList(facts.map(formatFactLine), 'None now.');
  const openingText = opens && facts.length > 0 ? `${lines}\nTell these in your first message.` : lines;
  if (withheld.length === 0) return openingText;
  return `${openingText}\nYou can also look up: ${withheld.join(', ')}. The value appears here after the assistant has asked for it; name it in asks_for then.`;
}

function buildUnknownFactsSection({ unknown: names }: SimulatorPromptParts): string {
  return formatBulletList(
    names,
    '',
    'Everything else that is not written here. When you are asked for it, say that you do not know it.',
  );
}

function buildCorrectionSection(problems: readonly string[]): string {
  return formatPromptSection(
    'Your last answer was not sent',
    `${formatBulletList(problems, '')}\nAnswer the assistant's last message again, without this.`,
  );
}

function formatFactLine({ name, value }: UserContractFact): string {
  return `${name}: ${value}`;
}

function formatBulletList(lines: readonly string[], emptyText: string, last?: string): string {
  const all = last === undefined ? lines : [...lines, last];
  return all.length === 0 ? emptyText : all.map((line) => `- ${line}`).join('\n');
}

/** The prompt with names in place of the values, as printed by `show --prompt simulator`. */
export function buildSimulatorPromptTemplate(): string {
  const template = buildSimulatorPrompt({
    persona: '<persona>',
    language: '<language>',
    traits: [],
    giveUp: 2,
    goals: [{ text: '<goal>', state: 'open' }],
    tellable: [{ name: '<asked fact>', value: '<value>', aliases: [] }],
    told: [{ name: '<told fact>', value: '<value>', aliases: [] }],
    withheld: ['<name of a fact that was not asked for>'],
    unknown: ['<name>'],
    opens: false,
  });
  return `${template}\n`;
}
