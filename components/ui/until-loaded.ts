const AGAIN_AFTER_MS = 1_000;

/** Code that is loaded when it is needed. While the server is away it is asked for again and again. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  if (typeof window === 'undefined') return load();
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}
