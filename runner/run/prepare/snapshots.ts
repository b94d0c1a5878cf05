import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import * as z from 'zod';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { getSnapshotName } from '../../assertions/snapshot.ts';
import { jsonSchema, type PlannedCase, type RunPlan } from '../../contract/index.ts';
import { formatCountWithNoun } from '../../format/index.ts';
import { readBounded } from '../../host/bounded-file.ts';
import type { SnapshotStore } from '../../ports/index.ts';
import { type Json, mapStrings } from '../../values/index.ts';
import { formatYamlProblem, parseYaml } from '../../yaml/read-yaml.ts';
import type { PreparedRun } from '../prepare.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import { writeFileAtomically } from '../report/output-target.ts';
import { buildRerunCommand } from '../report/rerun-command.ts';
import type { Terminal } from '../terminal.ts';
import type { TestOptions } from '../test-options.ts';

export type RunSnapshots = SnapshotStore & {
  /** Messages for the user about the snapshots that were written or removed. */
  describeChanges(): string[];
};

/** Used when the plan of the run is unknown. Unused snapshots cannot be determined then, so none are removed. */
type SnapshotStoreContext = Pick<PreparedRun, 'options' | 'root' | 'redact'> & { plan?: RunPlan };

const fileSchema = z.record(z.string(), z.record(z.string(), jsonSchema)).nullable();
/** Snapshot texts by case id, then by snapshot name. */
type SnapshotTextsByCase = Map<string, Map<string, Json>>;
/**
 * `decided` has the snapshots that this run has already compared or updated. Further attempts are compared with the
 * values that were stored then.
 */
type OpenedSnapshotFile = { kept: SnapshotTextsByCase; decided: Set<string>; written: number };

/**
 * Snapshots are stored in a file next to their suite, `cases.snapshots.yml` for `cases.jsonl`, and read on first use.
 * They are written only with `--update-snapshots`: the first answer in a run is saved, and the other attempts are
 * compared with it.
 */
export function openSnapshotStore(prepared: SnapshotStoreContext, { cwd }: Pick<Terminal, 'cwd'>): RunSnapshots {
  const { options, root, redact } = prepared;
  const files = new Map<string, OpenedSnapshotFile>();
  const openSnapshotFile = (file: string): OpenedSnapshotFile => {
    const openFile = files.get(file) ?? { kept: loadSnapshotTexts(file, cwd), decided: new Set(), written: 0 };
    files.set(file, openFile);
    return openFile;
  };
  return {
    ask({ suiteKey, caseId, name, value: rawValue }) {
      const filePath = getSnapshotFile(suiteKey, root);
      const open = openSnapshotFile(filePath);
      const { kept, decided } = open;
      const file = formatDisplayPath(filePath, cwd);
      const value = mapStrings(rawValue, redact);
      const earlier = kept.get(caseId)?.get(name);
      const command = `${buildRerunCommand(options, [caseId])} --update-snapshots`;
      const key = JSON.stringify([caseId, name]);
      const isNew = options.updateSnapshots === true && !decided.has(key);
      decided.add(key);
      if (isNew && (earlier === undefined || !jsonEquals(earlier, value))) {
        open.written += 1;
        kept.set(caseId, (kept.get(caseId) ?? new Map<string, Json>()).set(name, value));
        writeFileAtomically(filePath, [formatSnapshotFile(kept, suiteKey)]);
        return { kind: 'written', file, value };
      }
      return earlier === undefined
        ? { kind: 'missing', file, value, command }
        : { kind: 'kept', file, value, command, kept: earlier };
    },
    describeChanges() {
      const removedSnapshots =
        options.updateSnapshots === true && runsAllCases(options) ? removeUnusedSnapshots(prepared) : [];
      const changedFiles = [...files].filter(([, open]) => open.written > 0);
      return [
        ...changedFiles.map(
          ([file, open]) => `wrote ${formatCountWithNoun(open.written, 'snapshot')} to ${formatDisplayPath(file, cwd)}`,
        ),
        ...removedSnapshots.map(
          ([file, count]) =>
            `removed ${formatCountWithNoun(count, 'snapshot')} without a case from ${formatDisplayPath(file, cwd)}`,
        ),
      ];
    },
  };
}

/** If only some cases run, the snapshots of the other cases may still be in use, so none are removed. */
function runsAllCases({ run, case: ids, tag, shard, lastFailed, resume }: TestOptions): boolean {
  return lastFailed !== true && [run, ids, tag, shard, resume].every((choice) => choice === undefined);
}

/** Removes snapshots that no assertion uses any more. Returns their number by file. */
function removeUnusedSnapshots({ plan, root }: SnapshotStoreContext): [file: string, count: number][] {
  if (plan === undefined) return [];
  return plan.suites.flatMap(({ key }): [string, number][] => {
    if (!existsSync(path.join(root, key)) || !existsSync(getSnapshotFile(key, root))) return [];
    const file = getSnapshotFile(key, root);
    const usedKeys = new Set(plan.cases.filter(({ suiteKey }) => suiteKey === key).flatMap(listSnapshotKeysOfCase));
    const all = [...loadSnapshotTexts(file, root)].flatMap(([id, names]) => [...names].map((entry) => ({ id, entry })));
    const remaining = all.filter(({ id, entry: [name] }) => usedKeys.has(JSON.stringify([id, name])));
    if (remaining.length === all.length) return [];
    const remainingTexts: SnapshotTextsByCase = new Map();
    for (const { id, entry } of remaining)
      remainingTexts.set(id, (remainingTexts.get(id) ?? new Map<string, Json>()).set(...entry));
    if (remaining.length === 0) rmSync(file);
    else writeFileAtomically(file, [formatSnapshotFile(remainingTexts, key)]);
    return [[file, all.length - remaining.length]];
  });
}

function listSnapshotKeysOfCase({ case: testCase }: PlannedCase): string[] {
  const conversationRules = 'assertions' in testCase ? (testCase.assertions ?? []) : [];
  const turns = 'turns' in testCase ? (testCase.turns ?? []) : [];
  return [...conversationRules, ...turns.flatMap(({ assert = [] }) => assert)].flatMap((assertion) =>
    assertion.type === 'snapshot' ? [JSON.stringify([testCase.id, getSnapshotName(assertion)])] : [],
  );
}

function getSnapshotFile(suiteKey: string, root: string): string {
  const suite = path.join(root, suiteKey);
  if (existsSync(suite)) return suite.replace(/(?:\.jsonl)?$/i, '.snapshots.yml');
  throw new Error(
    `snapshots are stored next to their case file, and "${suiteKey}" is not a file; write the cases into a file with --dry-run -o cases.jsonl`,
  );
}

function loadSnapshotTexts(file: string, cwd: string): SnapshotTextsByCase {
  if (!existsSync(file)) return new Map();
  const name = formatDisplayPath(file, cwd);
  const parsed = parseYaml(fileSchema, { text: readBounded(file, { name }), file: name });
  if (!parsed.ok) throw new Error(parsed.problems.map(formatYamlProblem).join('\n'));
  return new Map(Object.entries(parsed.data ?? {}).map(([id, names]) => [id, new Map(Object.entries(names))]));
}

/** Returns the text of a snapshot file. It is sorted, so that the order does not depend on which case ended first. */
function formatSnapshotFile(texts: SnapshotTextsByCase, suiteKey: string): string {
  const sortedTexts = [...texts]
    .toSorted(compareByKey)
    .map(([id, names]) => [id, Object.fromEntries([...names].toSorted(compareByKey))]);
  const comment = `# Answers of ${path.basename(suiteKey)} that a person has accepted. "test --update-snapshots" writes them.\n`;
  return (
    comment +
    stringify(Object.fromEntries(sortedTexts), { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false })
  );
}

function compareByKey([left]: [string, unknown], [right]: [string, unknown]): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
