import { type AssertionType, assertionTypes } from '../contract/index.ts';

type CheckProperties = {
  /** True if an answer can come close to satisfying this check. */
  canBeNear: boolean;
  /** The part of a conversation in which a failure of this check is visible. */
  shownBy: 'state' | 'calls' | 'words' | 'last turn' | 'nothing';
};

const propertiesByType: Readonly<Record<AssertionType, CheckProperties>> = {
  equals: { canBeNear: true, shownBy: 'last turn' },
  contains: { canBeNear: true, shownBy: 'words' },
  not_contains: { canBeNear: false, shownBy: 'nothing' },
  regex: { canBeNear: true, shownBy: 'words' },
  json_path: { canBeNear: true, shownBy: 'last turn' },
  type: { canBeNear: false, shownBy: 'last turn' },
  tool_called: { canBeNear: true, shownBy: 'calls' },
  tool_result: { canBeNear: true, shownBy: 'calls' },
  tools: { canBeNear: false, shownBy: 'calls' },
  limits: { canBeNear: false, shownBy: 'nothing' },
  state: { canBeNear: false, shownBy: 'state' },
  elicited: { canBeNear: false, shownBy: 'words' },
  snapshot: { canBeNear: false, shownBy: 'nothing' },
  script: { canBeNear: false, shownBy: 'nothing' },
  agent: { canBeNear: true, shownBy: 'words' },
};

/**
 * The properties of checks that a diagnosis uses. Scripts report checks under names of their own, so the properties of
 * these are unknown.
 */
export function findCheckProperties(check: string): CheckProperties {
  const type = assertionTypes.find((each) => each === check);
  return type === undefined ? { canBeNear: false, shownBy: 'nothing' } : propertiesByType[type];
}
