import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const chunks = path.resolve(import.meta.dirname, '..', '..', '.next', 'static', 'chunks');

export type DelayedScripts = { asked: Promise<void>; release: () => void };

/** Delays scripts that contain a text until the test releases them, or makes them fail. */
export async function delayScripts(
  page: Page,
  text: string,
  how: 'waits' | 'fails' = 'waits',
): Promise<DelayedScripts> {
  const held = readdirSync(chunks).filter(
    (name) => name.endsWith('.js') && readFileSync(path.join(chunks, name), 'utf8').includes(text),
  );
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isReleased = false;
  await page.route(
    (url) => held.includes(path.posix.basename(url.pathname)),
    async (route) => {
      asked.resolve();
      if (how === 'fails' && !isReleased) return route.abort();
      await released.promise;
      await route.continue();
    },
  );
  return {
    asked: asked.promise,
    release() {
      isReleased = true;
      released.resolve();
    },
  };
}
