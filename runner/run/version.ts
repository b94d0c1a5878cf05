import { installationFolder, toolVersion } from '../host/installation.ts';

export function ownVersion(): string {
  return toolVersion(installationFolder());
}
