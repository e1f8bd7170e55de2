/** An office in which every page has something to show, and everybody of the cast something to look at. */
import { openSession } from '../../src/domains/accounts/index.ts'
import { refreshOutcome } from '../../src/domains/jobs/index.ts'
import { stopLink } from '../../src/domains/mail/index.ts'
import { askInvite } from '../../src/features/signups/index.ts'
import { createPush, DEFAULT_RULES } from '../../src/features/standing/index.ts'
import { createEndpoint } from '../../src/features/webhooks/index.ts'
import type { Tx } from '../../src/kernel/database/database.ts'
import { trackError } from '../../src/kernel/environment/errors.ts'
import { systemCaller } from '../../src/kernel/operation/caller.ts'
import { hashSecret, newSecret } from '../../src/kernel/secrets/ids.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { generous, offline, WITH_STRIPE } from '../contract/cast.ts'
import { seedGrant } from '../domains/oauth/seed.ts'
import { seedSink } from '../domains/system/seed.ts'
import { seedExamples as seedBilling } from '../features/billing/seed.ts'
import { seedExamples as seedDraft } from '../features/drafts/seed.ts'
import { seedExamples as seedGoogle } from '../features/evidence/seed.ts'
import { seedDeliveries as seedReaders } from '../features/reports/deliveries/seed.ts'
import { seedIssues as seedReports } from '../features/reports/issues/seed.ts'
import { seedExamples as seedNotes } from '../features/results/seed.ts'
import { seedDrop } from '../features/retention/seed.ts'
import { seedExamples as seedProviders } from '../features/sso/seed.ts'
import { seedExamples as seedStanding } from '../features/standing/seed.ts'
import { seedExamples as seedWebhook } from '../features/webhooks/seed.ts'
import { pushing, urls } from '../pushing.ts'
import { HOSTILE, LONG } from '../torture/names.ts'
import { CAST } from '../world.ts'

/** The cast, and those that only walk through the pages: an admin of the agency, a client's own owner and member. */
export const WALKERS = {
  ...CAST,
  mia: { id: 'usr_mia', email: 'mia@northwind.example', tenant_id: CAST.ada.tenant_id, role: 'admin' },
  olga: { id: 'usr_olga', email: 'olga@bakery.example', tenant_id: CAST.vera.tenant_id, role: 'owner' },
  kim: { id: 'usr_kim', email: 'kim@bakery.example', tenant_id: CAST.vera.tenant_id, role: 'member' },
} as const
export type Walker = keyof typeof WALKERS

export type Office = Awaited<ReturnType<typeof pushing>>

/** The office, and the reports that anybody may read, with the links of the letters that bring them. */
export async function crawlOffice(): Promise<{ office: Office; reports: string[]; letters: string[] }> {
  const parts = { lookUpTxt: async () => [], fetch: offline, payments: generous, env: WITH_STRIPE }
  const office = await pushing(500, 500, parts)
  return { office, reports: [await seed(office), await shareMonth(office)], letters: seedLetters(office) }
}

/** What people name is called as badly and as long as can be, on all that there is. */
function rename(tx: Tx): void {
  for (const [table, ...columns] of [
    ['tenants', 'name', 'notes'],
    ['users', 'name'],
    ['jobs', 'name', 'note'],
    ['api_keys', 'name'],
    ['credit_requests', 'note', 'answer_note'],
    ['waitlist', 'note', 'answer_note'],
    ['drafts', 'note'],
    ['report_recipients', 'name'],
    ['standing_pushes', 'name'],
    ['free_check_blocks', 'reason'],
    ['tracked_errors', 'message'],
  ])
    for (const column of columns)
      tx.run(
        `update ${table} set ${column} = substr(coalesce(${column}, '') || ' ' || ?, 1, 120)`,
        `${HOSTILE} ${LONG}`,
      )
  tx.run(
    "update links set url = 'java' || char(9) || 'script:pwned=1//' || url where id in (select max(id) from links)",
  )
}

/** Jobs in every condition: settled, shared, cancelled half-way, a check, one that is watched and one of a client. */
async function seed(office: Office): Promise<string> {
  const order = async (name: string, input: object) =>
    (await office.call<{ id: string }>('ada', name, { preflight: false, ...input })).id
  await office.call('ada', 'create_api_key', { name: 'Nightly push' })
  const worn = await office.call<{ id: string }>('ada', 'create_api_key', { name: 'Worn out' })
  await office.call('ada', 'revoke_api_key', { id: worn.id })
  await office.call('pat', 'update_integrations', { engines: { scan_live: { adapter: 'simulated' } } })
  await office.call('pat', 'create_free_check_block', { target: '203.0.113.0/24', reason: 'A script' })
  await office.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, from_address: 'a@b.example' })
  await office.call('pat', 'create_invite', { max_uses: 2 })
  await office.call('pat', 'put_bounce_hook', { service: 'postmark' })
  await office.call('ada', 'put_branding', { id: CAST.ada.tenant_id, domain: 'crawled.example' })
  for (const email of ['lu@quay.example', 'mo@quay.example'])
    askInvite(office.app, { email }, { ip: null, user_agent: null, request_id: 'seed' })
  for (const decide of [true, false]) {
    const { id } = await office.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try' })
    if (decide) await office.call('pat', 'approve_credit_request', { id })
  }
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
  const settled = await order('submit_index_job', { urls: urls(120, 'smart'), pre_check: true, name: 'Settled' })
  // Used up before long, so Money and Today offer a transfer.
  await order('submit_index_job', {
    urls: urls(12, 'early'),
    tenant_id: CAST.vera.tenant_id,
    name: 'Of the client before',
  })
  const half = await order('submit_index_job', { urls: urls(10, 'half'), drip_days: 5, name: 'Cancelled' })
  await office.work()
  await office.call('ada', 'cancel_job', { id: half })
  for (const day of [1, 3, 7]) await office.day(day)
  await order('submit_index_job', { urls: urls(6, 'drip'), drip_days: 3, name: 'Under way' })
  await order('submit_index_job', { urls: urls(6, 'bakery'), tenant_id: CAST.vera.tenant_id, name: 'Of the client' })
  // No property covers it, so its agency is offered to invite it.
  const { id: florist } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Florist' })
  await office.call('ada', 'allocate_credits', { tenant_id: florist, amount: 2 })
  await order('submit_index_job', { urls: urls(2, 'rose', 'florist.example'), tenant_id: florist, name: 'Roses' })
  await office.call('ada', 'check_index', { urls: urls(8, 'check') })
  await office.work()
  const undoable = await order('submit_index_job', { urls: urls(3, 'undo'), name: 'Can be undone' })
  await office.call('ada', 'add_member', { id: CAST.vera.tenant_id, email: CAST.ben.email, role: 'member' })
  await office.call('ada', 'add_indexnow_site', { host: 'crawled.example' })
  const { id: old } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Left last year' })
  await office.call('ada', 'update_tenant', { id: old, archived: true })
  trackError(office.app, new Error('odd'), { where: 'take_looks', request_id: null }, office.clock.now())
  await openSession(office.app, CAST.ada.id, { ip: null, user_agent: null })
  office.db.write((tx) => {
    tx.run('update jobs set undo_until = ? where id = ?', plus(tx.now, DAY), undoable)
    tx.run(
      "update links set state = 'failed' where id = (select min(id) from links where job_id = ? and state = 'not_indexed')",
      settled,
    )
    refreshOutcome(tx, settled)
    for (const { id, email, tenant_id, role } of [WALKERS.mia, WALKERS.kim, WALKERS.olga]) {
      tx.run(
        `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
         values (?1, ?2, ?2, 'active', ?3, ?3, ?3)`,
        id,
        email,
        tx.now,
      )
      tx.run(
        'insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)',
        tenant_id,
        id,
        role,
        tx.now,
      )
    }
    // Ben is invited and has not confirmed his address; Vera came from who knows where.
    tx.run("update users set email_verified_at = null where id in ('usr_ben', 'usr_vera')")
    tx.run("update users set password_hash = 'x' where id = 'usr_vera'")
    seedDraft(tx)
    seedBilling(tx)
    seedReports(tx)
    seedReaders(tx, office.app)
    seedWatched(tx, office)
    seedWebhook(tx, office.app)
    seedProviders(tx, office.app)
    seedNotes(tx)
    seedDrop(
      tx,
      tx.number("select id from links where job_id = ? and state = 'indexed' limit 1", settled),
      CAST.ada.tenant_id,
    )
    seedGoogle(tx, office.app)
    seedStopped(tx, office.app)
    seedSink(tx, office.app, 'aus_own', CAST.ada.tenant_id)
    seedSink(tx, office.app, 'aus_install', null)
    tx.run("update webhook_deliveries set state = 'dead', delivered_at = null")
    // A sender that makes its secret itself.
    tx.run("update deploy_hooks set mode = 'vercel'")
    seedFactor(tx)
    // As many pages in the index as before, so the desk offers it among the unremarkable ones.
    tx.run(
      `update report_issues set summary = json_set(summary, '$.before', json_remove(summary, '$.before'))
       where id = 'iss_bakery'`,
    )
    // A chargeback keeps a stranger from buying.
    tx.run("insert into billing_accounts (tenant_id, locked_at, locked_by) values ('ten_rival', ?, 'dp_1')", tx.now)
    tx.run(
      `insert into billing_events (id, ref, type, state, tenant_id, mode, cents, actor, created_at, recorded_at)
       values ('evt_1', 'dp_1', 'chargeback', 'open', 'ten_rival', 'test', 900, 'Stripe', ?1, ?1)`,
      tx.now,
    )
    for (const status of ['pending', 'suspended'])
      tx.run(
        `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
         values ('usr_' || ?1, ?1 || '@quay.example', ?1, ?1, ?2, ?2, ?2)`,
        status,
        tx.now,
      )
    tx.run("insert into refused_addresses values ('ada@northwind.example', ?, '550 no such mailbox')", tx.now)
    rename(tx)
    return seedGrant(tx)
  })
  return new URL((await office.call<{ url: string }>('ada', 'share_job_report', { id: settled })).url).pathname
}

/** The agency's month handed on; its client's is not. */
async function shareMonth(office: Office): Promise<string> {
  const month = { id: CAST.ada.tenant_id, month: '2026-11' }
  return new URL((await office.call<{ url: string }>('ada', 'share_month_report', month)).url).pathname
}

/** A feed that holds links for a decision, and a sitemap that can be run now. */
function seedWatched(tx: Tx, { app }: Office): void {
  seedStanding(tx)
  createPush(tx, app, {
    tenant_id: CAST.ada.tenant_id,
    name: 'Shop',
    address: 'https://bakery.example/shop.xml',
    kind: 'sitemap',
    rules: DEFAULT_RULES,
    interval_minutes: 1440,
    baseline: true,
    created_by: CAST.ada.email,
  })
}

/** An authenticator app, so that somebody's can be removed. */
const seedFactor = (tx: Tx): unknown =>
  tx.run(
    `insert into factors (id, user_id, kind, name, secret_sealed, confirmed_at, created_at)
     values ('fac_vera', ?1, 'totp', 'Authenticator app', '', ?2, ?2)`,
    WALKERS.vera.id,
    tx.now,
  )

/** A webhook that was stopped by its failures. */
function seedStopped(tx: Tx, app: Office['app']): void {
  const { row } = createEndpoint(tx, app, systemCaller(CAST.ada.tenant_id), {
    ...{ tenant_id: CAST.ada.tenant_id, url: 'https://closed.example/hooks', scope: 'own', headers: {} },
    types: ['push.*'],
  })
  tx.run("update webhook_endpoints set state = 'disabled', disabled_at = ? where id = ?", tx.now, row.id)
}

/** A reader whom no letter reaches, and one who has not confirmed; the links of letters, to confirm and to stop. */
function seedLetters({ app, db }: Office): string[] {
  const token = newSecret('spc')
  return db.write((tx) => {
    // Whom no letter reaches is no reader of the client, whose report would not be unremarkable then.
    for (const [name, tenant_id, status, hash] of [
      ['olga', CAST.ada.tenant_id, 'bounced', null],
      ['anna', CAST.vera.tenant_id, 'waiting', hashSecret(token)],
    ] as const)
      tx.run(
        `insert into report_recipients (id, tenant_id, email, name, pdf, status, consent, token_hash, asked_at,
           status_at, answer, created_at, updated_at)
         values ('rec_' || ?1, ?2, ?1 || '@bakery.example', ?1, 0, ?3, iif(?4 is null, 'stated', null), ?4, ?5, ?5,
           iif(?4 is null, '550 no such mailbox', null), ?5, ?5)`,
        name,
        tenant_id,
        status,
        hash,
        tx.now,
      )
    const stop = new URL(stopLink(tx, app, { tenant_id: CAST.vera.tenant_id, email: CAST.vera.email }, 'reports'))
    return [`${stop.pathname}${stop.search}`, `/reports/confirm?token=${token}`]
  })
}
