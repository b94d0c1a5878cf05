/** The paths of a sample workspace's files. They differ for Yao, which keeps an assistant in one folder. */
type SampleFilePaths = { agent: string; hook: string; cases: string; schema: string };

export const defaultSamplePaths: SampleFilePaths = {
  agent: 'agents/bookings.ts',
  hook: 'src/env_test.ts',
  cases: 'tests/bookings/cases.jsonl',
  schema: 'runner.config.schema.json',
};
export const yaoSamplePaths: SampleFilePaths = {
  agent: 'assistants/bookings/agent.ts',
  hook: 'assistants/bookings/src/env_test.ts',
  cases: 'assistants/bookings/tests/cases.jsonl',
  schema: defaultSamplePaths.schema,
};

/** The files of a sample workspace by path: an agent, its cases and a hook. The sample works offline. */
export function buildWorkspaceFiles(samplePaths: SampleFilePaths): Record<string, string> {
  const entry = { type: 'module', path: samplePaths.agent, description: 'Books a table' };
  const config = { $schema: `./${samplePaths.schema}`, agents: { bookings: entry } };
  return {
    'runner.config.json': `${JSON.stringify(config, undefined, 2)}\n`,
    [samplePaths.agent]: agentSource,
    [samplePaths.hook]: hookSource,
    [samplePaths.cases]: buildCasesText(samplePaths.cases),
    ...(samplePaths === yaoSamplePaths ? { 'assistants/bookings/package.yao': '{\n  "name": "Bookings"\n}\n' } : {}),
  };
}

const agentSource = `type Message = { role: string; content: string };
type Request = { input: string; messages: Message[] };
type Answer = string | { content: string; tool_calls: { tool: string; arguments: object; result: object }[] };

/** The agent to test. It may be any program: replace it with yours, or name another in runner.config.json. */
export default function bookings({ input, messages }: Request): Answer {
  if (/open|hours/i.test(input)) return 'We are open from 12:00 to 23:00.';
  const said = messages
    .filter((message) => message.role === 'user')
    .map((message) => message.content)
    .join(' ');
  const people = said.match(/\\b(two|three|four|\\d)\\b(?!:)/i)?.[1];
  const time = said.match(/\\b\\d{1,2}:\\d{2}\\b/)?.[0];
  if (people === undefined) return 'With pleasure. How many people are you?';
  if (time === undefined) return 'What time would you like to come?';
  const booking = { people, time };
  return {
    content: \`Your table for \${people} at \${time} is booked.\`,
    tool_calls: [{ tool: 'create_booking', arguments: booking, result: { ok: true, ...booking } }],
  };
}
`;

const hookSource = `/** Called before a case that names it in "before". What it returns as data is handed to After. */
export function Before(_context: object, testCase: { id: string }): { data: { caseId: string } } {
  return { data: { caseId: testCase.id } };
}

/** Called after the case, also when it failed: clean up here. */
export function After(_context: object, _testCase: object, _result: object, data: { caseId: string }): void {
  if (data.caseId === '') throw new Error('Before was not called');
}
`;

function buildCasesText(file: string): string {
  return `// One JSON object a case. Run them with: npx turntree test ${file}
{"id": "hours", "name": "Tells the opening hours", "input": "When are you open?", "assert": [
  {"type": "contains", "value": "12:00"},
  {"type": "regex", "value": "\\\\d{2}:\\\\d{2} to \\\\d{2}:\\\\d{2}"}]}
{"id": "at-once", "name": "Books when it knows everything", "input": "A table for two at 20:00, please.",
  "before": "env_test.Before", "after": "env_test.After",
  "assert": {"type": "tool_called", "value": {"name": "create_booking", "arguments": {"people": "two", "time": "20:00"}}}}
// The built-in user wants something, and tells what it knows when the agent asks for it. It needs no model.
{"id": "conversation", "name": "Asks for what it does not know", "until": "done",
  "simulator": {"goal": "book a table", "facts": {"number of people": 4, "time": "19:30"}},
  "checkpoints": [
    {"id": "asks_people", "assert": {"type": "contains", "value": "How many people"}},
    {"id": "asks_time", "after": ["asks_people"], "assert": {"type": "contains", "value": "What time"}},
    {"id": "books", "after": ["asks_time"],
      "assert": {"type": "tool_called", "value": {"name": "create_booking", "arguments": {"people": "4", "time": "19:30"}}}}],
  "assert": [
    {"type": "tools", "match": "exactly", "calls": [{"name": "create_booking"}]},
    {"type": "elicited", "value": ["number of people", "time"], "before": {"type": "tool_called", "value": "create_booking"}}]}
`;
}
