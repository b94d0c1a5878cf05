import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const chunks = path.resolve(import.meta.dirname, '..', '..', '.next', 'static', 'chunks');

export type HeldCode = { asked: Promise<void>; release: () => void };

/** Keeps the code in which a text occurs from coming, until it is released. */
export async function holdCode(page: Page, text: string): Promise<HeldCode> {
  const held = readdirSync(chunks).filter(
    (name) => name.endsWith('.js') && readFileSync(path.join(chunks, name), 'utf8').includes(text),
  );
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => held.includes(path.posix.basename(url.pathname)),
    async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    },
  );
  return { asked: asked.promise, release: released.resolve };
}
