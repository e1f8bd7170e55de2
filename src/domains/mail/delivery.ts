import { domainToASCII } from 'node:url'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { count } from '../../kernel/environment/metrics.ts'
import type { App } from '../../kernel/operation/app.ts'
import { nextInQueue, type RowQueue } from '../../kernel/scheduling/fair-queue.ts'
import { NEVER, pauseAfter, RETRIES } from '../../kernel/scheduling/retries.ts'
import { DAY, HOUR, plus, type Time } from '../../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { siteOf } from '../branding/index.ts'
import { AddressRefused, type Envelope } from './courier.ts'
import { type LetterFacts, stopsOf } from './letters.ts'
import { brandIn, letterOf, linkOf } from './outbox.ts'
import { forgetRefused, noteRefused } from './refused-addresses.ts'
import { openServer } from './settings.ts'
import { stopLink } from './stop-link.ts'
import type { MailRow } from './tables.ts'

/** An alert repeats the last pause for this long: a mail server may be down for days, and the alert is still true. */
const ALERT_PATIENCE = 14 * DAY
/** A limit of the mail server is one of the hour or the day. */
const LIMIT_PAUSE = HOUR

type OpenServer = NonNullable<ReturnType<typeof openServer>>

/** Letters chosen at a time, so that a new letter waits for at most this many. */
const ROUND = 20

/** Due letters, in turns between agencies, so that one with many letters does not delay the others. */
const LINES: RowQueue = {
  table: 'mails',
  workspace: "coalesce(tenant_id, '')",
  in_line: 'next_attempt_at is not null',
  params: [],
  due: 'next_attempt_at <= ? and handing_over_since is null',
  order: 'next_attempt_at',
}

/** Sends due letters one after the other. Returns how many were handed over. */
export async function sendMails(app: App, signal: AbortSignal): Promise<number> {
  releaseLost(app)
  let sent = 0
  while (!signal.aborted) {
    const { ids } = app.db.read((tx) => nextInQueue<string>(tx, LINES, ROUND))
    let letters = 0
    for (const id of ids) {
      const claimed = signal.aborted ? null : claim(app, id)
      if (!claimed) continue
      letters++
      if (await handOver(app, claimed.mail, claimed.open)) sent++
    }
    if (letters === 0) break
  }
  return sent
}

/** Letters that a promise of this process holds, by install: any other one with a mark was left behind. */
const inHand = new WeakMap<App['db'], Set<string>>()

function handsOf({ db }: Pick<App, 'db'>): Set<string> {
  const held = inHand.get(db) ?? new Set<string>()
  inHand.set(db, held)
  return held
}

/** Sends one claimed letter; true when the server accepted it. One that it may have accepted is not tried again. */
export async function handOver(app: App, mail: MailRow, open: OpenServer): Promise<boolean> {
  try {
    return await deliver(app, mail, open)
  } finally {
    handsOf(app).delete(mail.id)
  }
}

async function deliver(app: App, mail: MailRow, open: OpenServer): Promise<boolean> {
  try {
    await app.courier.deliver(open.server, await envelopeOf(app, mail, open), () => noteContent(app, mail.id))
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    count('letters', [error.failure])
    app.log.warn('an e-mail could not be sent', { mail: mail.id, failure: error.failure, reason: error.message })
    app.db.write((tx) => {
      if (error instanceof AddressRefused) noteRefused(tx, mail.to_address, error.message)
      const pause = /^(invalid|unknown)$/.test(error.failure) ? NEVER : pauseOf(mail, tx.now, error.failure)
      if (error.failure === 'rate') holdBack(tx, mail.id)
      return tx.run(
        'update mails set status = ?, error = ?, next_attempt_at = ?, handing_over_since = null where id = ?',
        pause === NEVER ? 'failed' : 'queued',
        error.failure === 'unknown' ? `${error.message}. ${MAYBE}` : error.message,
        pause === NEVER ? null : plus(tx.now, pause),
        mail.id,
      )
    })
    return false
  }
  count('letters', ['sent'])
  app.db.write((tx) => {
    forgetRefused(tx, mail.to_address)
    return tx.run(SENT, tx.now, mail.id)
  })
  return true
}

function pauseOf({ attempts, template, created_at }: MailRow, now: Time, failure: FailureClass): number {
  const waits = template === 'operator_alert' && plus(created_at, ALERT_PATIENCE) > now
  const attempt = waits ? Math.min(attempts, RETRIES.mail.listed.length) : attempts
  return pauseAfter('mail', attempt, { least: failure === 'rate' ? LIMIT_PAUSE : 0 })
}

/** The other due letters would meet the same limit: they wait too, and it counts as no try of theirs. */
const holdBack = (tx: Tx, id: string): number =>
  tx.run(
    `update mails set next_attempt_at = ? where next_attempt_at <= ? and handing_over_since is null and id <> ?`,
    plus(tx.now, LIMIT_PAUSE),
    tx.now,
    id,
  )

/** Marks a letter as being handed over; null when it is no longer due, or there is no server. */
export function claim(app: App, id: string): { mail: MailRow; open: OpenServer } | null {
  const claimed = app.db.write((tx) => {
    const open = openServer(tx, app.sealer)
    const mail = open && tx.row<MailRow>(CLAIM, tx.now, id)
    return open && mail ? { open, mail } : null
  })
  if (claimed) handsOf(app).add(id)
  return claimed
}

const MAYBE = 'It may have arrived, so it was not sent again.'

/** Whether the fate of a letter that failed with this error is unknown. */
export const isDoubtful = (error: string): boolean => error.endsWith(MAYBE)

const SENT = `update mails set status = 'sent', sent_at = ?, error = null, next_attempt_at = null, handing_over_since = null
  where id = ?`

const CLAIM = `update mails set handing_over_since = ?1, content_at = null, attempts = attempts + 1 where id =
  (select id from mails where id = ?2 and next_attempt_at <= ?1 and handing_over_since is null) returning *`

/** After a kill only a letter whose content went to the server may have arrived. */
function noteContent(app: App, id: string): void {
  app.db.write((tx) => tx.run('update mails set content_at = ? where id = ?', tx.now, id))
}

/** A process that ended during a hand-over, or could not write down its result, left its letter marked. */
function releaseLost(app: App): void {
  const held = JSON.stringify([...handsOf(app)])
  app.db.write((tx) => {
    tx.run(
      `update mails set status = 'failed', next_attempt_at = null, handing_over_since = null,
         error = iif(handing_over_since < ?, ?, ?) where ${LEFT} and content_at is not null`,
      app.started_at,
      `The program ended while this was sent. ${MAYBE}`,
      `Its result could not be written down. ${MAYBE}`,
      held,
    )
    return tx.run(`update mails set handing_over_since = null where ${LEFT}`, held)
  })
}

const LEFT = `next_attempt_at is not null and handing_over_since is not null
  and id not in (select value from json_each(?))`

async function envelopeOf(app: App, mail: MailRow, open: OpenServer): Promise<Envelope> {
  const { tenant_id, to_address: to, template } = mail
  const facts = JSON.parse(mail.facts) as LetterFacts
  const { from, stop } = app.db.read((tx) => {
    const stops = stopsOf(template)
    // A domain that does not name this mail server would make the letter look forged.
    const own_domains = open.own_domains && facts.own_sender !== 'no'
    return {
      from: { name: brandIn(mail).name, address: senderOf(tx, app, tenant_id, { ...open, own_domains }) },
      stop: tenant_id && stops && !facts.test ? stopLink(tx, app, { tenant_id, email: to }, stops) : undefined,
    }
  })
  const letter = letterOf(app, mail, linkOf(app, mail), stop)
  return {
    message_id: messageIdOf(mail.id, from.address),
    from,
    to,
    ...letter,
    reply_to: facts.reply_to,
    language: facts.language,
    attachments: await app.enclosures(app, template, facts),
    unsubscribe: stop ?? null,
  }
}

/** The install's sender, on the workspace's own domain where that is allowed. */
function senderOf(
  tx: ReadTx,
  app: App,
  tenant_id: string | null,
  { from_address, own_domains }: Pick<OpenServer, 'from_address' | 'own_domains'>,
): string {
  const site = tenant_id === null || !own_domains ? app.config.site_url : siteOf(tx, app, tenant_id)
  return site === app.config.site_url ? from_address : `${from_address.split('@')[0]}@${new URL(site).hostname}`
}

/** The same at every try, so that a bounce names the letter. In ASCII, because servers refuse other letters in a header. */
const messageIdOf = (id: string, from: string): string => `<${id}@${domainToASCII(from.split('@')[1]!)}>`

/** The id of the letter in such a name, with or without its brackets. */
export function mailOfMessage(message_id: string): string {
  return message_id.replace(/^</, '').split('@')[0]!
}
