import type { CaseKind } from '../contract/index.ts';

type KindTraits = {
  /** What its cases are judged by. */
  judgedBy: 'checks' | 'checkpoints' | 'accuracy' | 'scores';
  /** How often the user speaks. */
  turns: 'none' | 'one' | 'many';
  /** A person writes it as a line of a case file. */
  written: boolean;
};

/** What lists, verdicts and reports have to know of a kind of case; they never ask for its name. */
const kindTraits: Readonly<Record<CaseKind, KindTraits>> = {
  standard: { judgedBy: 'checks', turns: 'one', written: true },
  dynamic: { judgedBy: 'checkpoints', turns: 'many', written: true },
  script: { judgedBy: 'checks', turns: 'none', written: false },
  consistency: { judgedBy: 'accuracy', turns: 'none', written: false },
  experiment: { judgedBy: 'scores', turns: 'none', written: false },
};

type OfKind = { kind: CaseKind };
type With<One, Kind extends CaseKind> = One & { kind: Kind };

/** Its answers are compared, and have an accuracy. */
export function isMeasured<One extends OfKind>(one: One): one is With<One, 'consistency'> {
  return kindTraits[one.kind].judgedBy === 'accuracy';
}

/** Scorers have scored it. */
export function isScored<One extends OfKind>(one: One): one is With<One, 'experiment'> {
  return kindTraits[one.kind].judgedBy === 'scores';
}

/** It has several turns. */
export function isConversation<One extends OfKind>(one: One): one is With<One, 'dynamic'> {
  return kindTraits[one.kind].turns === 'many';
}

/** It is one question and one answer. */
export function isCall<One extends OfKind>(one: One): one is With<One, 'standard'> {
  return kindTraits[one.kind].turns === 'one';
}

/** A case file can hold it. */
export function isWritten({ kind }: OfKind): boolean {
  return kindTraits[kind].written;
}

/** It is a function that checks for itself. */
export function isFunction({ kind }: OfKind): boolean {
  const { judgedBy, turns } = kindTraits[kind];
  return judgedBy === 'checks' && turns === 'none';
}
