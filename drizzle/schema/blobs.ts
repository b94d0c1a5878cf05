import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Long texts. Each is stored once, under the SHA-256 of its UTF-8 bytes. */
export const blobs = sqliteTable('blobs', {
  sha256: text('sha256').primaryKey(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
});
