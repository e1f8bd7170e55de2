import type { Tx } from '../../../src/kernel/database/database.ts'

/** What the operations' examples name: a verified site of the Bakery, and what it sent. */
export function seedExamples(tx: Tx): void {
  const [site, key] = ['ins_bakery', '73134416ae45434d98edc086e0bf6740']
  const host = 'bakery.example'
  tx.run(
    `insert into indexnow_sites (id, tenant_id, host, scheme, key, status, verified_at, checked_at, created_at, updated_at)
     values (?, 'ten_bakery', ?, 'https', ?, 'verified', ?4, ?4, ?4, ?4)`,
    site,
    host,
    key,
    tx.now,
  )
  tx.run(
    `insert into indexnow_submissions
       (id, site_id, tenant_id, job_id, host, key, key_location, status, url_count, attempts, answer_status, explanation, created_at, sent_at)
     values ('sub_bakery', ?, 'ten_bakery', 'job_guestposts', ?, ?, ?, 'received', 1, 1, 200, 'The engines received the links.', ?5, ?5)`,
    site,
    host,
    key,
    `https://${host}/${key}.txt`,
    tx.now,
  )
  tx.run(
    `insert into indexnow_urls (submission_id, site_id, host, job_id, link_id, url, state, at)
     values ('sub_bakery', ?, ?, 'job_guestposts', 1, 'https://bakery.example/bread', 'sent', ?)`,
    site,
    host,
    tx.now,
  )
}
