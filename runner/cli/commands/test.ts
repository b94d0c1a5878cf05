import { type Command, Option } from 'commander';
import {
  parseAccuracy,
  parseAmount,
  parseCount,
  parseLocale,
  parsePercent,
  parseRuns,
  parseShard,
  parseTimeout,
} from '../../run/flag-values.ts';
import type { RunRequest } from '../../run/test-options.ts';
import { collect, type Outside, parseRunId } from '../command-line.ts';
import { runTests, watchTestRuns } from '../run-tests.ts';

export function addTestCommand({ program, terminal, exit }: Outside): void {
  const command = program
    .command('test')
    .description('Run cases against an agent.')
    .argument(
      '[input...]',
      'case files (@file for one of any name), folders or globs of them, script tests, a generator, or a message',
    );
  for (const addOptions of [
    addInputOptions,
    addIdentityOptions,
    addSelectionOptions,
    addForkOptions,
    addExecutionOptions,
    addVerdictOptions,
    addOutputOptions,
  ]) {
    addOptions(command);
  }
  command
    .addHelpText('after', examples)
    .action(async (inputs: string[], { concurrency, watch, ...flags }: { concurrency?: number; watch?: boolean }) => {
      // commander says "true" for --no-flags nobody gave; only what was given counts.
      const given = Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli');
      const parallel = concurrency === undefined ? {} : { parallel: concurrency };
      const words = { ...parallel, ...Object.fromEntries(given) };
      // commander takes the next word for the value of an option that may have one.
      const swallowed = Object.entries(words).flatMap(([name, value]) =>
        name === 'replay' && typeof value === 'string' && value !== 'strict' ? value : [],
      );
      const repaired = swallowed.length === 0 ? words : { ...words, replay: true as const };
      const request: RunRequest = { inputs: [...swallowed, ...inputs], flags: repaired };
      exit(await (watch === true ? watchTestRuns : runTests)(request, terminal));
    });
}

function addInputOptions(command: Command): void {
  command
    .optionsGroup('What is tested:')
    .option('-i, --input <src>', 'the same as the argument, for one input')
    .option('--message <text>', 'one message for the agent, also one that looks like a path')
    .option('-n, --name <agent>', 'the agent to test (found from the input when left out)')
    .option('--url <address>', 'test the agent at this address, in the protocol that it turns out to speak')
    .option('-a, --app <dir>', 'the workspace (found from the input when left out)')
    .option('-e, --env <file>', 'variables for agents and connectors; may be repeated, later files win', collect)
    .option('--dry-run', 'print the selected cases as JSON lines and run nothing');
}

function addIdentityOptions(command: Command): void {
  command
    .optionsGroup('Who talks to it, on which model:')
    .option('-c, --connector <id>', "the model of the tested agent, instead of the agent's own")
    .option('-u, --user <id>', 'who talks to the agent (default: test-user)')
    .option('-t, --team <id>', 'their team (default: test-team)')
    .option('--locale <locale>', 'the language that the agent is told (default: en-us)', parseLocale('--locale'))
    .option('--ctx <file>', 'a JSON file that says more: authorized, metadata, locale, client, chat_id')
    .option('--simulator <agent>', 'who plays the user in dynamic cases that name nobody');
}

function addSelectionOptions(command: Command): void {
  command
    .optionsGroup('Which cases:')
    .option('--run <regex>', 'only cases whose id or name matches')
    .option(
      '--case <id>',
      'only this case (in consistency tests also by place from 0, name or question); may be repeated',
      collect,
    )
    .option('--tag <tag>', 'only cases with this tag; may be repeated', collect)
    .option('--scorer <type>', 'only rows of a table (.csv) with this scorer_type')
    .option('--last-failed', 'only cases that did not pass in the last whole run of this agent and connector')
    .option('--shard <i/n>', 'only the i-th of n parts, for several machines; "merge" puts them together', parseShard)
    .option('--resume <run>', 'take over what is complete in a run (its id or "latest") and run the rest');
}

function addForkOptions(command: Command): void {
  command
    .optionsGroup('From where in a stored conversation:')
    .option('--fork <run>', 'go on from a turn of the case in this run (its id or "latest") instead of its beginning')
    .option('--fork-attempt <n>', 'the attempt that has the conversation (default: 1)', parseCount('--fork-attempt'))
    .option('--fork-turn <n>', 'the turn that is had anew (default: the last one)', parseCount('--fork-turn'))
    .option('--fork-message <text>', 'what the user says there instead')
    .option('--fork-system <text>', 'the system prompt of the agent, if it is a model behind a prompt');
}

function addExecutionOptions(command: Command): void {
  command
    .optionsGroup('How they run:')
    .option('--before <ref>', 'a function called once before all cases, such as env_test.BeforeAll')
    .option('--after <ref>', 'a function called once after all cases, such as env_test.AfterAll')
    .option(
      '--runs <n>',
      'attempts per case; auto: until each case is decided, auto:n: with at most n (default: 1)',
      parseRuns('--runs'),
    )
    .option(
      '--retries <n>',
      'tries more of an attempt that certainly broke by no fault of the agent',
      parseCount('--retries'),
    )
    .option(
      '--timeout <duration>',
      'time for one attempt, in consistency tests for one call, such as 30s or 2m30s (default: 2m)',
      parseTimeout,
    )
    .option(
      '--parallel <n>',
      'attempts at once (default: 1, in consistency tests what they say)',
      parseCount('--parallel'),
    )
    .option('--concurrency <n>', 'the same as --parallel', parseCount('--concurrency'))
    .option('--queue <address>', 'have workers execute the attempts: redis://… or postgres://…; see runner work')
    .option('--fail-fast', 'start nothing more after the first failure')
    .option('--watch', 'run again whenever a file changes, until it is stopped: a case file alone, or all of them')
    .option('--record', 'keep what agents and models answer, in a cassette beside every suite')
    .option('--replay [strict]', 'answer from the cassettes; strict: ask nobody, a missing answer is an error')
    .option('--update-snapshots', 'keep the answers of this run as the snapshots that later ones are compared with')
    .option('--allow-partial', 'ask agents without parts that are not here, such as search; results say so')
    .option('--max-cost <amount>', 'start nothing more when the model calls have cost this much', parseAmount);
}

function addVerdictOptions(command: Command): void {
  command
    .optionsGroup('What counts as passed:')
    .option(
      '--min-accuracy <rate>',
      'pass when the accuracy is at least this, 0 to 1: the share of attempts that passed, or what consistency tests measure',
      parseAccuracy,
    )
    .addOption(
      new Option(
        '--threshold-mode <mode>',
        'what must reach it: the average, or all cases and tests (default: average)',
      ).choices(['average', 'all']),
    )
    .option(
      '--min-pass-rate <percent>',
      'pass when at least this share of all attempts passed, such as 80',
      parsePercent('--min-pass-rate'),
    )
    .option(
      '--min-case-pass-rate <percent>',
      'pass when every case passed in at least this share of its attempts',
      parsePercent('--min-case-pass-rate'),
    )
    .option(
      '--max-faulty <percent>',
      'fail when more than this share of the attempts went wrong by a certain fault outside the agent, such as 10%',
      parsePercent('--max-faulty'),
    )
    .option('--fail-on-regression', 'fail when the run is worse than its baseline by more than chance')
    .option(
      '--baseline <run>',
      'what the run is compared with: a run, or the pinned, passed or latest one of its suite, agent and connector',
    )
    .option('--fail-on-flaky', 'fail when a case passed in some attempts and not in others')
    .option('--fail-on-unjudged', 'fail when a case passed with calls that no rule looked at, or with no rule')
    .option('--fail-on-idle', 'fail when a part of a case that passed did nothing, such as a mock that nobody called')
    .addOption(
      new Option('--exit-codes <kind>', 'detailed: 2 configuration, 3 broken machinery only, 5 nothing to run').choices(
        ['simple', 'detailed'],
      ),
    );
}

function addOutputOptions(command: Command): void {
  command
    .optionsGroup('What is written:')
    .option(
      '-o, --output <file>',
      'a report: .html, .md, .json, .jsonl or .xml, or a folder for results of tables; may be repeated',
      collect,
    )
    .option('--output-json', 'a .results.json beside the case file, as oxy names it')
    .option('--group-by <column>', 'count the scores of tables by this column; may be repeated (default: all)', collect)
    .option('-r, --reporter <agent>', 'an agent that writes the reports (not .jsonl) instead of the built-in ones')
    .option('--no-output', 'write no report; the results are in the history')
    .addOption(
      new Option('--format <format>', 'standard output: pretty, or the accuracy as JSON').choices(['pretty', 'json']),
    )
    .option('--json', 'every event of the run as a line of JSON on standard output, and nothing else there')
    .option('-v, --verbose', 'print turns, tool calls and logs')
    .option('-q, --quiet', 'print the verdict and failures only')
    .option('--db <file>', 'the history (default: .runner/history.db in the workspace)')
    .option('--no-history', 'keep no history of this run')
    .option('--run-id <uuid>', 'the id of the run', parseRunId)
    .option('--color', 'colours, also where the output is not a terminal')
    .option('--no-color', 'no colours');
}

const examples = `
Examples:
  runner test tests/cases.jsonl --case T004 -v
  runner test tests/cases.jsonl --runs 10 --parallel 4 -o stability.json
  runner test tests --parallel 4
  runner test tests/cases.jsonl --url http://127.0.0.1:8000/chat
  runner test tests/cases.csv --scorer politeness -o results/
  runner test scripts.my.agent.tools --run TestLogin -v
  runner test "agents:tests.generator?count=10&focus=edge-cases" -n my.agent --dry-run
  runner test tests/cases.jsonl --runs 5 --min-pass-rate 90 --fail-on-regression
  runner test tests/cases.jsonl --tag smoke --fail-fast -o results.jsonl -o results.json
`;
