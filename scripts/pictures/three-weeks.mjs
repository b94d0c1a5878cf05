import { randomUUIDv7 } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DAY = 86_400_000;
const rules = path.join('connectors', 'rules', 'expense.jsonc');

/** Temporary defects of the assistant, each in the form of an edit of its rules. */
const versions = {
  good: (text) => text,
  'says nothing of approval': (text) =>
    text.replace(' It is above the limit of {{limit}} USD, so your manager has to approve it.', ''),
  'forgets the date': (text) => text.replace('How much was it, and on which date?', 'How much was it?'),
};

const days = [
  ...Array(4).fill('says nothing of approval'),
  ...Array(6).fill('good'),
  ...Array(3).fill('forgets the date'),
  ...Array(7).fill('good'),
];

/**
 * Runs a suite once a day for three weeks with a changing assistant. The clock of each run is set back; the newest run
 * is at the current time.
 */
export async function runForThreeWeeks(workspace, run) {
  const file = path.join(workspace, rules);
  const good = readFileSync(file, 'utf8');
  for (const [day, version] of days.entries()) {
    writeFileSync(file, versions[version](good));
    await run({ agoMs: (days.length - day) * DAY - (day % 3) * 1_300_000 });
  }
  writeFileSync(file, versions['forgets the date'](good));
  await run({ agoMs: 0 });
  writeFileSync(file, good);
}

/** Returns the Node flags, environment and run id for a run whose clock is set back by `agoMs`. */
export function backdatedRun(agoMs) {
  const at = (Date.now() - agoMs).toString(16).padStart(12, '0');
  return {
    nodeFlags: ['--import', path.join(import.meta.dirname, 'in-the-past.mjs')],
    env: { ...process.env, PICTURES_AGO_MS: String(agoMs) },
    runId: `${at.slice(0, 8)}-${at.slice(8)}${randomUUIDv7().slice(13)}`,
  };
}
