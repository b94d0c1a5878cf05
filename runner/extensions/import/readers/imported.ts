import type { JsonObject } from '../../../values/index.ts';

/** The text of a file of another tool. `file` is how messages call it. */
export type ImportSource = {
  text: string;
  file: string;
  /** The agents of the workspace that judge and that play users; without one, checks that need it are not carried. */
  players: Players;
  /** Reads files that this one names. */
  beside: ReadBeside;
  /** Takes checks that are code; without it, there is no place to write them to. */
  script?: CheckScript | undefined;
  /** Takes what becomes of the file, as it is read. */
  suite: ImportedSuite;
};
/** Keeps a function of a script, and answers how assertions call it. */
export type CheckScript = { add(parts: CheckFunction): string };
/** `body` returns what a script assertion takes, of `output`, `input` and `value`; `helpers` are functions that it calls. */
export type CheckFunction = { body: string; helpers: readonly string[] };
export type BesideFile = { file: string; text: string };
/** The files of a name, in the folder of the file that names them and below; `*` stands for several. */
export type ReadBeside = (name: string) => { ok: true; files: BesideFile[] } | { ok: false; why: string };
/** `reads` are the names of tools that change nothing, with `*` for any letters. */
export type Players = {
  judge?: string | undefined;
  simulator?: string | undefined;
  reads?: readonly string[] | undefined;
};

/** A case made of what another tool wrote there; `checks` of its checks are in it. */
export type ImportedCase = { file: string; line: number; checks: number; written: JsonObject };

/** What no case holds, where it stands, and why; `checks` of the other tool's checks are lost with it. */
export type NotCarried = {
  file: string;
  line: number;
  what: string;
  why: string;
  checks: number;
  /** Others of the same cause share its line in the report. */
  cause?: string;
};

/** Cases go on their way one by one: those of a large file would fill the memory. */
export type ImportedSuite = {
  take(imported: ImportedCase): void;
  notCarried: NotCarried[];
  /** What was made of the cases where there was a choice, and of how many. */
  notes: Map<string, number>;
};

/** Says what becomes of one file. */
export function createProgress(file: string, suite: ImportedSuite) {
  return {
    carry(imported: Omit<ImportedCase, 'file'>): void {
      suite.take({ file, ...imported });
    },
    note(text: string): void {
      suite.notes.set(text, (suite.notes.get(text) ?? 0) + 1);
    },
    /** A check is lost. */
    lose(line: number, what: string, why: string, cause?: string): void {
      suite.notCarried.push({ file, line, what, why, checks: 1, ...(cause === undefined ? {} : { cause }) });
    },
    /** Something that checks nothing is left out. */
    leaveOut(line: number, what: string, why: string, cause?: string): void {
      suite.notCarried.push({ file, line, what, why, checks: 0, ...(cause === undefined ? {} : { cause }) });
    },
  };
}

/** Hands out ids: a wanted one, or the next free one like it. */
export function createIds(): (preferredId: string) => string {
  const idCounts = new Map<string, number>();
  return (preferredId) => {
    let [id, count] = [preferredId, idCounts.get(preferredId) ?? 0];
    while (idCounts.has(id)) {
      count += 1;
      id = `${preferredId}-${count + 1}`;
    }
    idCounts.set(preferredId, count);
    if (id !== preferredId) idCounts.set(id, 0);
    return id;
  };
}
