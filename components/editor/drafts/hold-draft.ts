const PREFIX = 'turntree.draft:';

/** Gives a draft back; resolves when other pages can take it. */
export type GiveBack = () => Promise<void>;

/**
 * Takes a draft for this page, until it is given back or the page is gone, however it went. Nothing when another page has
 * it, or when this browser cannot say.
 */
export function holdDraft(id: string): Promise<GiveBack | undefined> {
  return new Promise((resolve) => {
    const locks = navigator.locks;
    if (locks === undefined) return resolve(undefined);
    const held = locks.request(PREFIX + id, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => {
        resolve(async () => {
          release();
          await held;
        });
      });
    });
    held.catch(() => resolve(undefined));
  });
}

/** The drafts that pages have open now. */
export async function heldDrafts(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? name.slice(PREFIX.length) : [])));
}
