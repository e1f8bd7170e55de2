import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Blocks of links, from one id to another, whose texts are in the index of searches. */
export const linkBlocks = sqliteTable('link_blocks', {
  id: integer().primaryKey(),
  first_link: integer().notNull(),
  last_link: integer().notNull(),
  /** `stale`: holds links that are deleted; `gone`: waits to be removed. */
  state: text({ enum: ['building', 'ready', 'stale', 'gone'] }).notNull(),
})

/** Which links of a block have which three signs in a row, see `link-grams.ts`. The id is that of the block and the gram. */
export const linkGrams = sqliteTable('link_grams', {
  id: integer().primaryKey(),
  links: blob({ mode: 'buffer' }).notNull(),
})
