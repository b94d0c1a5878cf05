import { findInstallationFolder, readToolVersion } from '../host/installation.ts';

export function getOwnVersion(): string {
  return readToolVersion(findInstallationFolder());
}
