import { outcomeOf } from '../../src/domains/jobs/outcome.ts'
import type { Db, Tx } from '../../src/kernel/database/database.ts'

export type Many = {
  jobs: number
  /** Links of each job. */
  links: number
  /** Agency, its client and a stranger: every third job is each one's. */
  tenants?: [string, string, string]
}

/**
 * Northwind with many jobs, each with as many links, and beside it half as many of a stranger: rows written in bulk, as
 * the product would have left them.
 */
export function seedMany(db: Db, many: Many): void {
  db.write((tx) => {
    seedJobs(tx, many)
    seedLinks(tx, many)
    tx.run(
      `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, created_at)
       select 'led_' || id, tenant_id, 'index', 'out', link_count, 'reserve', 0, id, 'grp_' || id, created_by, created_at from jobs
       where id glob 'job_*'`,
    )
    return null
  })
}

/** One job whose links are all that was asked for at once, each looked at `looks` times. Returns its id. */
export function seedLarge(db: Db, tenant_id: string, { links, looks }: { links: number; looks: number }): string {
  const id = 'big_job'
  db.write((tx) => {
    const first = 1 + (tx.row<{ n: number | null }>('select max(id) as n from links')?.n ?? 0)
    tx.run(
      `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
       values (?, ?, 'index', 'Large', 'done', ?, ?, ?, ?, ?, 'ada@northwind.example', ?, ?)`,
      id,
      tenant_id,
      links,
      first,
      first + links - 1,
      outcomeText(links),
      NO_COMPARISON,
      tx.now,
      tx.now,
    )
    tx.run(
      `${COUNTED} ${LINK} select ?2, 'https://bakery.example/large-' || (i * 7919 % ?1), ${WORDS} from n`,
      links,
      id,
    )
    for (let look = 0; look < looks; look++) seedLooks(tx, 'l.job_id = ?', id)
    return null
  })
  return id
}

/** What jobs leave behind elsewhere: looks, batches, pings, letters, lines of the ledger. */
export function seedTraces(db: Db): void {
  db.write((tx) => {
    seedLooks(tx, "l.job_id glob 'job_*'")
    tx.run(
      `insert into batches (id, ref, job_id, tenant_id, state, route, adapter, url_count, indexed_day1, indexed_day3, indexed_day7, answered_day3, price_usd, created_at, sent_at)
       select 'cam_' || id, 'ref_' || id, id, tenant_id, 'sent', 'primary', 'speedyindex', link_count, 3, 3, 5, 9, 0.01, created_at, created_at from jobs`,
    )
    tx.run("update links set batch_id = 'cam_' || job_id")
    tx.run(
      `insert into indexnow_submissions (id, tenant_id, job_id, host, key, key_location, status, url_count, answer_status, created_at)
       select 'sub_' || id, tenant_id, id, 'bakery.example', 'k', 'https://bakery.example/k.txt', 'received', link_count, 200, created_at from jobs`,
    )
    tx.run(
      `insert into indexnow_urls (submission_id, site_id, host, job_id, link_id, url, state, at)
       select 'sub_' || l.job_id, 'site', 'bakery.example', l.job_id, l.id, l.url, 'sent', ? from links l`,
      tx.now,
    )
    tx.run(LETTERS)
    tx.run(
      `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, created_at)
       select 'led_' || j.id || '_' || n.value, tenant_id, iif(n.value % 4, 'index', 'check'), 'in', 5, 'release', 0, j.id, 'grp_' || j.id || '_' || n.value,
         'system', created_at from jobs j, json_each('[1,2,3,4,5,6,7]') n`,
    )
    return null
  })
}

/** A trail of as many lines, as three people, a key and the system left it; and as many failures as are kept. */
export function seedTrail(db: Db, tenants: readonly [string, string, string], lines: number): void {
  db.write((tx) => {
    tx.run(
      `${COUNTED} insert into audit (id, at, actor, via, as_platform, action, tenant_id, target, after, ip, request_id)
       select 'aud_' || i, strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 20000000.0 / ?1, 'unixepoch'), case i % 5 when 0 then 'system' when 1 then 'Publishing script'
         when 2 then 'ada@northwind.example' when 3 then 'ben@northwind.example' else 'vera-' || (i % 40) || '@bakery.example' end,
         iif(i % 5 = 0, 'system', 'session'), 0, case i % 3 when 0 then 'update_job' when 1 then 'submit_index_job' else 'sign_in' end,
         case i / 3 % 3 when 0 then ?2 when 1 then ?3 else ?4 end, 'job_' || (i % 5000), '{"name":"Push of the week"}', '198.51.100.' || (i % 200), 'req_' || i from n`,
      lines,
      ...tenants,
    )
    tx.run(
      `${COUNTED} insert into tracked_errors (id, fingerprint, message, place, stack, count, first_seen_at, last_seen_at, resolved)
       select 'err_' || i, i, 'TypeError: row ' || i, 'take_looks', '', i % 90 + 1, ?2, ?2, i % 4 = 0 from n`,
      1000,
      tx.now,
    )
    return null
  })
}

/** Money of a year: `events` of them, of three workspaces in turn and of every type. */
export const seedBilling = (db: Db, tenants: readonly [string, string, string], events: number): number =>
  db.write((tx) =>
    tx.run(
      `${COUNTED} insert into billing_events (id, ref, type, state, tenant_id, mode, cents, actor, created_at, recorded_at)
       select 'bil_' || i, 'ref_' || i, case i % 7 when 0 then 'refund' when 1 then 'chargeback' when 2 then 'payment_failed' when 3 then 'plan_invoice'
         else 'pack_purchase' end, iif(i % 7 = 1, 'won', 'settled'), case i / 7 % 3 when 0 then ?2 when 1 then ?3 else ?4 end, 'live', 900 + i % 50, 'Stripe',
         strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 20000000.0 / ?1, 'unixepoch'), '2026-11-02T09:00:00.000Z' from n`,
      events,
      ...tenants,
    ),
  )

/** The log of free checks: each address once, each domain twenty times, one in nine refused. */
export const seedFreeChecks = (db: Db, checks: number): number =>
  db.write((tx) =>
    tx.run(
      `${COUNTED} insert into free_checks (id, address, kind, state, asked, domain, ip, network, country, city, refusal, created_at)
       select 'fre_' || i, iif(i % 9 = 0, null, 'spf_' || i), case i % 3 when 0 then 'xray' when 1 then 'answer' else 'lens' end,
         iif(i % 9 = 0, 'refused', 'failed'), 'https://shop' || (i % (?1 / 20)) || '.example/', 'shop' || (i % (?1 / 20)) || '.example',
         '20.' || (i / 65536 % 256) || '.' || (i / 256 % 256) || '.' || (i % 256), '20.' || (i / 65536 % 256) || '.' || (i / 256 % 256) || '.0/24',
         substr('ATDECHITFRES', 1 + 2 * (i % 6), 2), 'City ' || (i % 500), iif(i % 9 = 0, 'cap', null),
         strftime('%Y-%m-%dT%H:%M:%fZ', 1793600000 + i * 2000000.0 / ?1, 'unixepoch') from n`,
      checks,
    ),
  )

/** A letter for each job. */
export const seedLetters = (db: Db): number => db.write((tx) => tx.run(LETTERS))

const LETTERS = `insert into mails (id, ref, tenant_id, template, to_address, subject, brand, facts, link_sealed, status, sent_at, created_at)
  select 'mail_' || id, 'finished_' || id, tenant_id, 'invite', 'vera-' || (rowid_of % 40) || '@bakery.example', 'Done: ' || name, '{}', '{}', '', 'sent',
    created_at, created_at from (select *, row_number() over (order by id) as rowid_of from jobs)`

/** Counts `i` from 0 to the first parameter less one. */
const COUNTED = 'with recursive n (i) as (select 0 union all select i + 1 from n where i < ?1 - 1)'
const LINK = 'insert into links (job_id, url, state, indexed, credit)'
const WORDS = `case i % 3 when 0 then 'sent' when 1 then 'indexed' else 'not_indexed' end,
  case i % 3 when 0 then 'unknown' when 1 then 'yes' else 'no' end, case i % 3 when 0 then 'reserved' when 1 then 'consumed' else 'released' end`
const NO_COMPARISON = JSON.stringify({ before: null, after: null, gained: null, lost: null })

function seedJobs(tx: Tx, { jobs, links, tenants = ['ten_northwind', 'ten_bakery', 'ten_rival'] }: Many): void {
  tx.run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
     select 'job_' || i, case i % 3 when 0 then ?5 when 1 then ?6 else ?7 end,
       iif(i % 7 = 0, 'check', 'index'), 'Push ' || (i * 7919 % ?1), case i % 5 when 0 then 'watching' else 'done' end,
       ?2, (i - 1) * ?2 + 1, i * ?2, ?4, ?8, 'ada@northwind.example', ?3, ?3 from n`,
    jobs,
    links,
    tx.now,
    outcomeText(links),
    ...tenants,
    NO_COMPARISON,
  )
}

function seedLinks(tx: Tx, { jobs, links }: Many): void {
  tx.run(
    `${COUNTED} ${LINK} select 'job_' || (i / ?2 + 1), 'https://bakery.example/page-' || (i % 50000), ${WORDS} from n`,
    jobs * links,
    links,
  )
}

/** One finished look at each link. */
function seedLooks(tx: Tx, which: string, ...params: string[]): void {
  tx.run(
    `insert into looks (ref, tenant_id, job_id, link_id, url, engine, adapter, purpose, state, indexed, method, evidence, created_at, finished_at)
     select 'look_' || l.id || '_' || (select coalesce(max(id), 0) from looks), j.tenant_id, l.job_id, l.id, l.url, 'scan_standard', 'simulated', 'guarantee', 'done',
       iif(l.indexed = 'yes', 'yes', 'no'), 'search_result', 'First of 3 results', ?, ? from links l cross join jobs j on j.id = l.job_id where ${which}`,
    tx.now,
    tx.now,
    ...params,
  )
}

function outcomeText(links: number): string {
  const part = { before_indexed: null, next_look_at: null, n: Math.floor(links / 3) }
  return JSON.stringify(
    outcomeOf([
      { ...part, state: 'sent', indexed: 'unknown', credit: 'reserved' },
      { ...part, state: 'indexed', indexed: 'yes', credit: 'consumed' },
      { ...part, state: 'not_indexed', indexed: 'no', credit: 'released', n: links - 2 * part.n },
    ]),
  )
}
