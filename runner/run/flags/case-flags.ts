import { defineFlag } from './define-flag.ts';
import { countKind, localeKind, shardKind, switchOnKind, textKind, textsKind } from './flag-kinds.ts';

// The flags that select cases and set the identity sent to the agent.

export const inputFlags = {
  input: defineFlag(textKind, { usage: '-i, --input <src>', help: 'the input, the same as the argument' }),
  message: defineFlag(textKind, {
    usage: '--message <text>',
    help: 'one message for the agent, even if it looks like a path',
  }),
  name: defineFlag(textKind, {
    usage: '-n, --name <agent>',
    isCommon: true,
    help: 'the agent to test (default: the agent that belongs to the input)',
    config: true,
    stored: 'agent',
    // Undefined for a run with `--url`: its agent id is generated, so no config contains it.
    restored: ({ url, agent }) => (url === undefined ? agent : undefined),
    rerun: true,
  }),
  url: defineFlag(textKind, {
    usage: '--url <address>',
    isCommon: true,
    help: 'test the agent at this address; its protocol is detected',
    stored: 'url',
    rerun: true,
    dashboard: true,
  }),
  app: defineFlag(textKind, {
    usage: '-a, --app <dir>',
    help: 'the workspace (default: the one that contains the input)',
    rerun: true,
  }),
  env: defineFlag(textsKind, {
    usage: '-e, --env <file>',
    isCommon: true,
    help: 'variables for agents and connectors; may be repeated, later files win',
    rerun: true,
  }),
  dryRun: defineFlag(switchOnKind, {
    usage: '--dry-run',
    help: 'print the selected cases as JSON lines and run nothing',
    default: false,
  }),
};

export const identityFlags = {
  connector: defineFlag(textKind, {
    usage: '-c, --connector <id>',
    isCommon: true,
    help: "the model of the tested agent, instead of the agent's own",
    config: true,
    stored: 'connector',
    rerun: true,
    dashboard: true,
  }),
  user: defineFlag(textKind, {
    usage: '-u, --user <id>',
    help: 'the user id sent to the agent (default: test-user)',
    config: true,
    stored: 'user',
    rerun: true,
  }),
  team: defineFlag(textKind, {
    usage: '-t, --team <id>',
    help: 'the team id sent to the agent (default: test-team)',
    config: true,
    stored: 'team',
    rerun: true,
  }),
  locale: defineFlag(localeKind, {
    usage: '--locale <locale>',
    help: 'the locale sent to the agent (default: en-us)',
    config: true,
    stored: 'locale',
    rerun: true,
    dashboard: true,
  }),
  ctx: defineFlag(textKind, {
    usage: '--ctx <file>',
    help: 'a JSON file with more context: authorized, metadata, locale, client, chat_id',
    restored: ({ context }) => context,
    rerun: true,
  }),
  simulator: defineFlag(textKind, {
    usage: '--simulator <who>',
    help: 'who plays the user of conversations that name no agent: rules (the built-in user without a model), a connector, or an agent',
    config: true,
    stored: 'simulator',
    rerun: true,
    dashboard: true,
  }),
};

export const selectionFlags = {
  run: defineFlag(textKind, { usage: '--run <regex>', help: 'only cases whose id or name matches', stored: 'pattern' }),
  case: defineFlag(textsKind, {
    usage: '--case <id>',
    isCommon: true,
    help: 'only this case; may be repeated',
    stored: 'cases',
  }),
  tag: defineFlag(textsKind, {
    usage: '--tag <tag>',
    isCommon: true,
    help: 'only cases with this tag; may be repeated',
    config: true,
    stored: 'tags',
  }),
  scorer: defineFlag(textKind, {
    usage: '--scorer <type>',
    help: 'only rows of a table (.csv) with this scorer_type',
    config: true,
    stored: 'scorer',
    rerun: true,
  }),
  lastFailed: defineFlag(switchOnKind, {
    usage: '--last-failed',
    isCommon: true,
    help: 'only cases that did not pass in the last complete run of this agent and connector',
    stored: 'lastFailed',
    // Not restored for a resumed run, because that selects its cases by id.
    restored: () => undefined,
  }),
  shard: defineFlag(shardKind, {
    usage: '--shard <i/n>',
    help: 'run only part i of n, to split a run across machines; "merge" combines the parts',
    restored: ({ shard }) => shard && { index: shard.index, total: shard.total },
  }),
  resume: defineFlag(textKind, {
    usage: '--resume <run>',
    help: 'keep the complete results of a run (its id or "latest") and run the rest',
    stored: 'resume',
    restored: () => undefined,
  }),
};

export const forkFlags = {
  fork: defineFlag(textKind, {
    usage: '--fork <run>',
    help: 'continue the case from one of its turns in this run (its id or "latest") instead of from the beginning',
    restored: ({ fork }) => fork?.runId,
  }),
  forkAttempt: defineFlag(countKind, {
    usage: '--fork-attempt <n>',
    help: 'the attempt whose conversation is forked (default: 1)',
    restored: ({ fork }) => fork?.attempt,
  }),
  forkTurn: defineFlag(countKind, {
    usage: '--fork-turn <n>',
    help: 'turn to re-run from (default: the last one)',
    restored: ({ fork }) => fork?.turn,
  }),
  forkMessage: defineFlag(textKind, {
    usage: '--fork-message <text>',
    help: 'a different user message for that turn',
    restored: ({ fork }) => fork?.message,
  }),
  forkSystem: defineFlag(textKind, {
    usage: '--fork-system <text>',
    help: 'a different system prompt for the agent, if it is a model with a prompt',
    restored: ({ fork }) => fork?.system,
  }),
};
