import { addBlock } from '../../../src/features/free-checks/index.ts'
import { countCheck } from '../../../src/features/free-checks/tally.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'

/** What the operations' examples name: a block, and a check that was done. */
export function seedExamples(tx: Tx): void {
  const reason = 'A scraper'
  const { id } = addBlock(tx, { target: '198.51.100.7', hours: null, reason, created_by: 'pat@platform.example' })
  tx.run("update free_check_blocks set id = 'blk_scraper' where id = ?", id)
  const check = { kind: 'xray', domain: 'bakery.example', ip: '203.0.113.9', network: '203.0.113.0/24' } as const
  countCheck(tx, { ...check, country: 'AT', city: 'Graz' }, { checks: 1 })
  tx.run(
    `insert into free_checks (id, address, kind, state, asked, domain, ip, network, country, city, failure, created_at, finished_at)
     values ('fre_bakery', 'spf_bakery', 'xray', 'failed', 'https://bakery.example/bread', 'bakery.example', '203.0.113.9',
       '203.0.113.0/24', 'AT', 'Graz', 'The check was interrupted. Try again.', ?1, ?1)`,
    tx.now,
  )
}
