import { isBuiltIn, type ScorerDefinition, type WorkspaceConfig } from '../contract/index.ts';

/** The scorers of an entry, in order. */
export function scorerDefinitions(entry: WorkspaceConfig['scorers'][string]): ScorerDefinition[] {
  return (Array.isArray(entry) ? entry : [entry]).map((one) => {
    if (typeof one !== 'string') return 'path' in one ? { ...one, type: 'module' } : one;
    return isBuiltIn(one) ? { type: one } : { type: 'agent', agent: one.replace(/^agents?:/, '') };
  });
}
