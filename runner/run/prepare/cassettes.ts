import { existsSync } from 'node:fs';
import path from 'node:path';
import type { cassetteModes, RunPlan } from '../../contract/index.ts';
import { parseSuiteKey } from '../../fold/index.ts';
import { formatCountWithNoun } from '../../format/index.ts';
import { readBounded, recordingByteLimit } from '../../host/bounded-file.ts';
import {
  type Cassette,
  type CassetteEntry,
  formatCassetteLines,
  formatLocalTime,
} from '../../models/cassette/cassette.ts';
import { type CassettePlayer, createCassettePlayer } from '../../models/cassette/create-cassette-player.ts';
import { createRecorder, type Recorder } from '../../models/cassette/create-recorder.ts';
import { parseCassette } from '../../models/cassette/read-cassette.ts';
import type { RecordReplayLayer } from '../../models/cassette/record-replay-layer.ts';
import type { RunObserver } from '../../ports/index.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import { writeFileAtomically } from '../report/output-target.ts';
import type { TestOptions } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';

/** The cassettes of a run, one next to each suite. */
export type RunCassettes = {
  tape: RecordReplayLayer;
  observers: readonly RunObserver[];
  /** Loads the cassettes of the suites. Throws if a cassette is missing or broken; the error names the file. */
  loadForPlan(plan: RunPlan): void;
  /** Writes the recordings into the cassettes. Returns messages for the user. */
  writeRecordings(): string[];
};

/** A cassette contains model answers, so by default only its owner may read it. */
const OWNER_ONLY_MODE = 0o600;

/** `isDefault` is true if the mode comes from the config and not from the command line. */
type CassetteContext = { root: string; cwd: string; redact: (text: string) => string; isDefault?: boolean };

/** Returns the mode that `--record` or `--replay` sets, if one of them is set. */
export function chooseCassetteMode({
  record,
  replay,
}: Pick<TestOptions, 'record' | 'replay'>): (typeof cassetteModes)[number] | undefined {
  if (record === true && replay !== undefined) {
    throw new UsageError('--record and --replay exclude each other; give one');
  }
  if (record === true) return 'record';
  return replay === true ? 'replay' : replay;
}

export function openCassettes(mode: (typeof cassetteModes)[number], cassetteContext: CassetteContext): RunCassettes {
  if (mode === 'record') return createRecordingCassettes(createRecorder(cassetteContext.redact), cassetteContext);
  const player = createCassettePlayer({ onMiss: mode === 'strict' ? 'fail' : 'ask', redact: cassetteContext.redact });
  return createReplayCassettes(player, { ...cassetteContext, mode });
}

function createRecordingCassettes(recorder: Recorder, cassetteContext: CassetteContext): RunCassettes {
  const began = formatLocalTime(new Date());
  return {
    tape: recorder,
    observers: [recorder],
    loadForPlan(plan) {
      const suites = locateCassettes(plan, cassetteContext);
      recorder.setSuites(
        suites.map(({ key, file }) => ({ suite: key, now: loadCassette(key, file, cassetteContext)?.now ?? began })),
      );
    },
    writeRecordings() {
      const notes: string[] = [];
      for (const [suite, entries] of recorder.takeRecordings()) {
        const file = getCassetteFile(suite, cassetteContext);
        const merged = mergeRecordedEntries(
          loadCassette(suite, file, cassetteContext) ?? { suite, now: began, entries: [] },
          entries,
        );
        writeFileAtomically(file, formatCassetteLines(merged), OWNER_ONLY_MODE);
        notes.push(
          `recorded ${formatCountWithNoun(entries.length, 'answer')} in ${formatDisplayPath(file, cassetteContext.cwd)}`,
        );
      }
      return notes.length > 0 ? notes : ['nothing was recorded: no case completed a call to an agent or a model'];
    },
  };
}

/**
 * Returns the new content of a cassette. Newly recorded cases replace their earlier recordings; other cases keep
 * theirs.
 */
function mergeRecordedEntries<Known extends Pick<Cassette, 'entries'>>(
  existingCassette: Known,
  entries: readonly CassetteEntry[],
): Known {
  const recordedCases = new Set(entries.map((entry) => entry.case));
  return {
    ...existingCassette,
    entries: [...existingCassette.entries.filter((entry) => !recordedCases.has(entry.case)), ...entries],
  };
}

function createReplayCassettes(
  player: CassettePlayer,
  cassetteContext: CassetteContext & { mode: 'replay' | 'strict' },
): RunCassettes {
  let recordedAt = '';
  return {
    tape: player,
    observers: [],
    loadForPlan(plan) {
      const cassettes = locateCassettes(plan, cassetteContext).map(({ key, file }) => {
        const cassette = loadCassette(key, file, cassetteContext);
        if (cassette === undefined && cassetteContext.mode === 'strict')
          throw createMissingCassetteError(formatDisplayPath(file, cassetteContext.cwd));
        return (
          cassette ?? {
            name: formatDisplayPath(file, cassetteContext.cwd),
            suite: key,
            now: formatLocalTime(new Date()),
            entries: [],
          }
        );
      });
      recordedAt = [...new Set(cassettes.map(({ now }) => now.slice(0, 'yyyy-mm-dd'.length)))].join(', ');
      player.loadCassettes(cassettes);
    },
    writeRecordings() {
      const { answered, missed } = player.stopReplay();
      const consequence = cassetteContext.mode === 'strict' ? 'had none' : 'called live';
      const counts = `${formatCountWithNoun(answered, 'answer')} from the cassette${missed === 0 ? '' : `, ${missed} ${consequence}`}`;
      if (cassetteContext.isDefault !== true || answered === 0) return [counts];
      return [`${counts}, recorded on ${recordedAt}: "defaults" of the config have "replay"`];
    },
  };
}

function createMissingCassetteError(name: string): UsageError {
  return new UsageError(`--replay strict: there is no cassette ${name}`, ['Make it with --record.']);
}

function locateCassettes({ suites }: RunPlan, cassetteContext: CassetteContext): { key: string; file: string }[] {
  return suites.map(({ key }) => {
    if (existsSync(path.join(cassetteContext.root, parseSuiteKey(key).file)))
      return { key, file: getCassetteFile(key, cassetteContext) };
    throw new UsageError(
      `--record and --replay keep the cassette next to the file of the suite, and "${key}" is not a file`,
      [
        'They work with case files and with script tests. Write generated cases into a file with --dry-run -o cases.jsonl.',
      ],
    );
  });
}

function getCassetteFile(suite: string, { root }: CassetteContext): string {
  const { file, scorer } = parseSuiteKey(suite);
  const rows = scorer === undefined ? '' : `.${scorer.replaceAll(/[^\p{L}\p{N}_.-]/gu, '-')}`;
  return path.join(root, `${file.replace(/\.(jsonl|csv)$/i, '')}${rows}.cassette.jsonl`);
}

function loadCassette(suite: string, file: string, { cwd }: CassetteContext): Cassette | undefined {
  if (!existsSync(file)) return undefined;
  const name = formatDisplayPath(file, cwd);
  return { ...parseCassette(readBounded(file, { most: recordingByteLimit, name }), name), suite };
}
