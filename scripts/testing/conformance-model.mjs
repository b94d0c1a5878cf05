/** A fake model: calls the first offered tool once, then answers with text that is also valid SQL. */
export function modelReply({ body }) {
  const text = body.messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
  const [tool] = body.tools ?? [];
  const hasCalled = body.messages.some(({ role }) => role === 'tool');
  if (tool !== undefined && !hasCalled) {
    const call = { name: tool.function.name, arguments: argumentsFor(tool.function.parameters ?? {}) };
    return { type: 'answer', toolCalls: [call] };
  }
  return { type: 'answer', content: isJudge(text) ? 'The same facts.\nVERDICT: PASS\nA' : 'SELECT 42 AS answer' };
}

/** Requests to judges enclose their material in tags. */
function isJudge(text) {
  return /<(answer-1|right-answer|first)>/.test(text);
}

function argumentsFor({ properties = {}, required = [] }) {
  return Object.fromEntries(required.map((name) => [name, valueFor(name, properties[name] ?? {})]));
}

function valueFor(name, { type, enum: choices, default: usual }) {
  if (usual !== undefined) return usual;
  if (choices !== undefined) return choices[0];
  if (type === 'array') return [];
  if (type === 'object') return {};
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return 1;
  return name === 'sql' ? 'SELECT 42 AS answer' : 'something';
}
