import { ensureCli } from '../ensure-build.mjs';

/** Tests start the command line as people do, built from the sources as they are now. */
export async function setup(): Promise<void> {
  if ((await ensureCli()) !== 0) throw new Error('the command line cannot be built');
}
