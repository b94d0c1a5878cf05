import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchWorkspace, best, entry, measure, report } from './measure.ts';

const CASES = 1_000;

/** A Yao assistant with both hooks and one tool on the scripted model, eight cases at once. */
export async function yao(): Promise<void> {
  const workspace = benchWorkspace();
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(workspace.root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  const run = (suite: string) =>
    best(3, () => measure([entry, 'test', suite, '-n', 'shop', '--no-output', '--parallel', '8'], workspace.root));
  const expected = { assert: { type: 'json_path', path: 'count', value: 3 } };
  const one = await run(workspace.suite('one', 1, expected));
  const many = await run(workspace.suite('many', CASES, expected));
  if (many.code !== 0) throw new Error('the cases of the bench do not pass');
  report(`${CASES} cases of a Yao assistant with hooks and a tool at --parallel 8`, {
    wallMs: many.wallMs,
    startUpMs: one.wallMs,
    casesPerSecond: CASES / ((many.wallMs - one.wallMs) / 1000),
    casesPerSecondWithStartUp: CASES / (many.wallMs / 1000),
    peakMb: many.peakMb,
  });
  workspace.remove();
}

const tool = { name: 'agents_shop_stock__count', arguments: { item: 'tea' } };
const files = {
  'assistants/shop/package.yao': JSON.stringify({
    name: 'Shop',
    connector: 'offline',
    mcp: { servers: ['agents.shop.stock'] },
  }),
  'assistants/shop/prompts.yml': '- role: system\n  content: You keep a shop.\n',
  'assistants/shop/mcps/stock.mcp.yao': '{"transport": "process", "tools": {"count": "agents.shop.stock.Count"}}',
  'assistants/shop/mcps/mapping/stock/schemes/count.in.yao':
    '{"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}',
  'assistants/shop/src/stock.ts': 'function Count({ item }: { item: string }) { return { count: item.length }; }\n',
  'assistants/shop/src/index.ts': `function Create(ctx, messages) {
  ctx.memory.context.Set('asked', messages.length);
  return { messages, temperature: 0 };
}
function Next(ctx, { tools }) {
  return { data: { count: tools[0].result.count, asked: ctx.memory.context.Get('asked') } };
}
`,
  'connectors/offline.conn.yao': JSON.stringify({
    type: 'scripted',
    rules: [{ answer: 'counting', tool_calls: [tool] }],
  }),
};
