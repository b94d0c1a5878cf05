import { installationFolder, toolVersion } from '../../lib/installation.ts';

/** The version of this Turntree. */
export function ownVersion(): string {
  return toolVersion(installationFolder());
}
