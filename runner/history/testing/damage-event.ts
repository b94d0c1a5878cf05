import type { Database } from '../db/index.ts';
import type { EventRow } from '../log/event-row.ts';
import { packColumns, packRows } from '../log/pack-rows.ts';
import { readRows } from '../log/read-rows.ts';

/** Ways to damage an event of a log. The `pack` kinds also damage other events in the same pack. */
export const damageKinds = {
  'data that is not JSON': (row: EventRow) => ({ ...row, data: '{"result": {"id"' }),
  'data of another form': (row: EventRow) => ({
    ...row,
    data: '{"result":{"status":"splendid"},"turn":"first","at":"now"}',
  }),
  'a type of a later version': (row: EventRow) => ({ ...row, type: 'event.of.tomorrow' }),
  'a key that is none': (row: EventRow) => ({ ...row, attemptKey: '["half' }),
  'no row': () => undefined,
} satisfies Record<string, (row: EventRow) => EventRow | undefined>;
export type Damage = keyof typeof damageKinds;

type EventLocation = { runId: string; seq: number; stored: 'packed' | 'in rows' };

/** Damages one event of a finished run. */
export function damageEvent(database: Database, { runId, seq, stored }: EventLocation, damage: Damage): void {
  const { sqlite } = database;
  const rows = [...readRows(database, runId, { afterSeq: 0 })];
  const damaged = rows.flatMap((row) => (row.seq === seq ? (damageKinds[damage](row) ?? []) : [row]));
  sqlite.prepare('DELETE FROM events WHERE run_id = ?').run(runId);
  sqlite.prepare('DELETE FROM event_packs WHERE run_id = ?').run(runId);
  const before = damaged.filter((row) => row.seq < seq);
  const from = damaged.filter((row) => row.seq >= seq);
  if (stored === 'packed') for (const pack of [before, from]) insertPack(database, pack);
  else for (const row of damaged) insertRow(database, row);
}

/** Damages the bytes of every pack of a run. */
export function damagePacks({ sqlite }: Database, runId: string): void {
  sqlite
    .prepare("UPDATE event_packs SET bytes = CAST(x'789c' || substr(bytes, 12) AS BLOB) WHERE run_id = ?")
    .run(runId);
}

function insertPack({ sqlite }: Database, rows: readonly EventRow[]): void {
  if (rows.length === 0) return;
  const placeholders = packColumns.map(() => '?').join(', ');
  sqlite.prepare(`INSERT INTO event_packs (${packColumns.join(', ')}) VALUES (${placeholders})`).run(...packRows(rows));
}

function insertRow({ sqlite }: Database, { runId, seq, at, type, attemptKey, data, blobs }: EventRow): void {
  sqlite
    .prepare('INSERT INTO events (run_id, seq, at, type, attempt_key, data, blobs) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(runId, seq, at, type, attemptKey, data, blobs);
}
