import { installationFolder, toolVersion } from '../host/installation.ts';

/** The version of this Turntree. */
export function ownVersion(): string {
  return toolVersion(installationFolder());
}
