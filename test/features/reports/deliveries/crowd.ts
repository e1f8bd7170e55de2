/** Many clients with three recipients each and an approved report, and what must have become of their letters. */
import { expect } from 'bun:test'
import type { Db, ReadTx, Tx } from '../../../../src/kernel/database/database.ts'
import type { Time } from '../../../../src/kernel/time/clock.ts'
import type { Received } from '../../../upstreams/smtp.ts'
import { seedApproved } from './reports.ts'

const NAMES = ['anna', 'olga', 'timo']

/** `agency` is the root of the clients; the first of them has its report attached as a PDF for one reader. */
export function seedCrowd(db: Db, { agency, clients, at }: { agency: string; clients: number; at: Time }): void {
  for (let i = 0; i < clients; i++) {
    const tenant_id = `ten_crowd_${i}`
    db.write((tx) => {
      seedClient(tx, agency, tenant_id, i)
      return null
    })
    seedApproved({ db }, { id: `iss_crowd_${i}`, tenant_id, at })
  }
}

function seedClient(tx: Tx, agency: string, id: string, i: number): void {
  tx.run(
    `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at)
     values (?1, ?2, '/' || ?2 || '/' || ?1 || '/', 'client', ?3, ?4, ?4)`,
    id,
    agency,
    `Client ${i}`,
    tx.now,
  )
  for (const name of NAMES)
    tx.run(
      `insert into report_recipients (id, tenant_id, email, name, pdf, status, consent, status_at, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, 'active', 'stated', ?6, ?6, ?6)`,
      `rec_${name}_${i}`,
      id,
      `${name}@client-${i}.example`,
      name,
      i === 0 && name === 'anna' ? 1 : 0,
      tx.now,
    )
}

type Row = { email: string; state: string; answer: string | null; status: string }

const DOUBT = 'The program ended while this was sent. It may have arrived, so it was not sent again.'

/** Reports that are not finished. */
export const unfinished = (tx: ReadTx): number =>
  tx.number("select count(*) from report_issues where id like 'iss_crowd_%' and state <> 'sent'")

/**
 * Each letter arrived once. One that a kill met between its claim and the note of the server's answer is marked, and
 * arrived once or not at all. Returns how many are marked, and how many of those arrived.
 */
export function expectOnce(
  tx: ReadTx,
  received: readonly Received[],
  { clients, kills }: { clients: number; kills: number },
): { sent: number; marked: number; arrived: number } {
  const rows = tx.rows<Row>(
    `select r.email, d.state, d.answer, m.status from report_deliveries d
     join report_recipients r on r.id = d.recipient_id join mails m on m.id = d.mail_id where d.issue_id like 'iss_crowd_%'`,
  )
  expect(rows.length).toBe(clients * NAMES.length)
  expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length)
  expect(tx.number("select count(*) from mails where template = 'client_report'")).toBe(rows.length)
  const times = new Map<string, number>()
  for (const { to } of received) for (const email of to) times.set(email, (times.get(email) ?? 0) + 1)
  const marked = rows.filter(({ state }) => state === 'refused')
  for (const { email, answer } of marked) {
    expect([email, answer]).toEqual([email, DOUBT])
    expect([email, times.get(email) ?? 0]).toEqual([email, times.has(email) ? 1 : 0])
  }
  const sent = rows.filter(({ state }) => state !== 'refused')
  for (const { email, state, status } of sent)
    expect([email, state, status, times.get(email)]).toEqual([email, 'sent', 'sent', 1])
  // A process hands over one letter at a time.
  expect(marked.length).toBeLessThanOrEqual(kills)
  expect(unfinished(tx)).toBe(0)
  return { sent: sent.length, marked: marked.length, arrived: marked.filter(({ email }) => times.has(email)).length }
}
