/** The files of a workspace to start from, by their paths: an assistant, its cases, a hook. It works offline. */
export const workspaceFiles: Readonly<Record<string, string>> = {
  'runner.config.json': `{
  "agents": {
    "bookings": {
      "type": "module",
      "path": "assistants/bookings/agent.ts",
      "description": "Books a table"
    },
    "guest": {
      "type": "scripted",
      "description": "Plays a guest who wants a table",
      "rules": [
        { "when": { "reply": "How many" }, "answer": { "message": "We are four.", "goal_achieved": false } },
        { "when": { "reply": "What time" }, "answer": { "message": "At 19:30.", "goal_achieved": false } },
        { "answer": { "message": "", "goal_achieved": true } }
      ]
    }
  }
}
`,
  '.gitignore': `.runner/
output-*.jsonl
`,
  'assistants/bookings/package.yao': `{
  "name": "Bookings"
}
`,
  'assistants/bookings/agent.ts': `type Message = { role: string; content: string };
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
`,
  'assistants/bookings/src/env_test.ts': `/** Called before a case that names it in "before". What it returns as data is handed to After. */
export function Before(_context: object, testCase: { id: string }): { data: { caseId: string } } {
  return { data: { caseId: testCase.id } };
}

/** Called after the case, also when it failed: clean up here. */
export function After(_context: object, _testCase: object, _result: object, data: { caseId: string }): void {
  if (data.caseId === '') throw new Error('Before was not called');
}
`,
  'assistants/bookings/tests/cases.jsonl': `// One JSON object a case. Run them with: npx turntree test assistants/bookings/tests/cases.jsonl
{"id": "hours", "name": "Tells the opening hours", "input": "When are you open?", "assert": [
  {"type": "contains", "value": "12:00"},
  {"type": "regex", "value": "\\\\d{2}:\\\\d{2} to \\\\d{2}:\\\\d{2}"}]}
{"id": "at-once", "name": "Books when it knows everything", "input": "A table for two at 20:00, please.",
  "before": "env_test.Before", "after": "env_test.After",
  "assert": {"type": "tool_called", "value": {"name": "create_booking", "arguments": {"people": "two", "time": "20:00"}}}}
{"id": "conversation", "name": "Asks for what it does not know", "input": "I would like to book a table.",
  "simulator": "guest", "max_turns": 5, "checkpoints": [
  {"id": "asks_people", "assert": {"type": "contains", "value": "How many people"}},
  {"id": "asks_time", "after": ["asks_people"], "assert": {"type": "contains", "value": "What time"}},
  {"id": "books", "after": ["asks_time"], "assert": {"type": "tool_called", "value": "create_booking"}}]}
`,
};
