import { expect } from 'bun:test'
import { wrongBooks } from '../src/domains/system/index.ts'
import type { Db } from '../src/kernel/database/database.ts'

/** What must hold after every commit: the rules by which backups are judged too. */
export const expectBooksToBalance = (db: Db): void => expect(db.read(wrongBooks)).toEqual([])

/** What refunds are owed is at most what the pack held, and is taken before anything is free. */
export const expectRefundsRight = (db: Db): void =>
  expect(db.read(wrongBooks).filter(({ rule }) => /refund|gave each other/.test(rule))).toEqual([])
