import { defineConfig } from 'drizzle-kit'

/** Only for drafting: `bun run migration NAME` compares the tables with the snapshot of the last migration. */
// biome-ignore lint/style/noDefaultExport: drizzle-kit reads the default export
export default defineConfig({ dialect: 'sqlite', schema: './src/domains/*/tables.ts', out: './migrations/drafts' })
