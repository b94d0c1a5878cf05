import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { deskProject } from './support/desk-workspace';
import { test } from './support/shared';

/**
 * The maximum size of the scripts of a page, in bytes. It includes those of the card with the diagnosis of a failed
 * case: the card is part of the page, because loading it later would shift the conversation.
 */
const MAX_BYTES = 250_000;
const MAX_BYTES_OF_FORM = 295_000;

test('no page loads more than 250 KB of scripts before it can be used, but for the form of a case', async ({
  dashboard,
}) => {
  dashboard.write('config.yml', deskProject);
  dashboard.write('tests/weight.agent.yml', consistency);
  dashboard.write('tests/src/desk_test.ts', "export function TestDesk(t) { t.assert.Equal(1, 1, 'one'); }\n");
  dashboard.write('tests/weight.jsonl', suite(standardCase('A')));
  const inputs = ['weight.jsonl', 'refunds.jsonl', 'src/desk_test.ts', 'weight.agent.yml', 'replies.csv'];
  const ids: string[] = [];
  for (const input of inputs) {
    ids.unshift(path.basename(await dashboard.recorded(`tests/${input}`, '--name', 'shop')));
  }
  ids.unshift(path.basename(await dashboard.recorded('tests/replies.csv', '--scorer', 'replies')));
  const [newest, before] = ids;
  const pages = [
    '/',
    '/runs',
    ...ids.map((id) => `/runs/${id}`),
    `/runs/${newest}/scores`,
    `/runs/${ids.at(-1)}/failures`,
    `/runs/${ids.at(-1)}/spending`,
    `/runs/${ids.at(-1)}/review`,
    `/compare?base=${before}&head=${newest}`,
    '/compare/matrix?suite=tests/weight.jsonl&agent=shop',
    '/trends',
    '/trends/case?suite=tests/weight.jsonl&case=A',
    '/cases',
    '/cases/tests/weight.jsonl?case=A',
    '/cases/tests/weight.jsonl?case=A&view=form',
    '/search?q=hello',
    '/settings',
    '/try',
  ];
  const sizes = new Map<string, number>();
  for (const page of pages) {
    const bytes = await scriptBytes(dashboard, page, sizes);
    expect(bytes, page).toBeGreaterThan(50_000);
    expect(bytes, page).toBeLessThan(maxScriptBytes(page));
  }
});

function maxScriptBytes(page: string): number {
  return page.includes('view=form') ? MAX_BYTES_OF_FORM : MAX_BYTES;
}

const consistency = `model: referee
system_instructions: You answer questions about the shop.
tests:
  - { type: consistency, name: users, n: 2, task_description: How many users do we have? }
`;

/** The gzip size of the scripts in a page's HTML, without `nomodule` scripts, which current browsers ignore. */
async function scriptBytes(dashboard: Dashboard, page: string, sizes: Map<string, number>): Promise<number> {
  const html = await (await dashboard.fetch(`${dashboard.url}${page}`)).text();
  const tags = html.match(/<(?:script [^>]*src=|link [^>]*as="script")[^>]*>/g) ?? [];
  const wanted = tags.filter((tag) => !/nomodule/i.test(tag));
  const sources = new Set(wanted.flatMap((tag) => /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? []));
  let bytes = 0;
  for (const source of sources) {
    const size = sizes.get(source) ?? (await compressedSize(dashboard, source));
    sizes.set(source, size);
    bytes += size;
  }
  return bytes;
}

async function compressedSize(dashboard: Dashboard, source: string): Promise<number> {
  const script = await (await dashboard.fetch(new URL(source, dashboard.url))).arrayBuffer();
  return gzipSync(Buffer.from(script), { level: 9 }).length;
}
