import type { Dashboard } from './dashboard';

/** A suite that passes on one of two models and fails on the other. */
export function greeterOnTwoModels(dashboard: Dashboard, name: string): string {
  const suite = `assistants/${name}/tests/cases.jsonl`;
  const script = (answer: string) => JSON.stringify({ type: 'scripted', rules: [{ answer }] });
  dashboard.write('connectors/curt.conn.yao', script('Hello.'));
  dashboard.write('connectors/polite.conn.yao', script('Hello, and goodbye!'));
  dashboard.write(`assistants/${name}/package.yao`, JSON.stringify({ name, connector: 'curt' }));
  dashboard.write(`assistants/${name}/prompts.yml`, '- role: system\n  content: You greet.\n');
  const cases = [
    { id: 'hello', input: 'Hello!', assert: { type: 'contains', value: 'Hello' } },
    { id: 'bye', input: 'Goodbye!', assert: { type: 'contains', value: 'goodbye' } },
  ];
  dashboard.write(suite, cases.map((line) => JSON.stringify(line)).join('\n'));
  return suite;
}
