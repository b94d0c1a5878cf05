import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Long texts, once each, by the SHA-256 of their UTF-8 bytes. */
export const blobs = sqliteTable('blobs', {
  sha256: text('sha256').primaryKey(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
});
