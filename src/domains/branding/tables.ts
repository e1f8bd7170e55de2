import { blob, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A workspace's logo, as it is served. */
export const logos = sqliteTable('logos', {
  tenant_id: text().primaryKey(),
  hash: text().notNull(),
  kind: text({ enum: ['png', 'jpg', 'webp'] }).notNull(),
  body: blob().$type<Uint8Array>().notNull(),
  created_at: text().notNull(),
})
