/** Reads the pages of links before they go out, where a rule depends on the page. */

import { sendable } from '../../../domains/indexnow/index.ts'
import { screenedFacts, screenUrls, visibleDigest } from '../../../domains/preflight/index.ts'
import { readingFor } from '../../../domains/pushes/index.ts'
import { partyIn } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { Rules } from '../shapes.ts'
import type { Reason } from '../words.ts'
import type { Candidate } from './queue.ts'

/** `digest`: of its visible text; null where there is none to read. */
type PageRead = { digest: bigint | null; is_flagged: boolean }
/** Pages that were read already, by hash. */
export type PageReads = Map<string, PageRead>

/** Links that may go out, those left out by reason, and the digests of the pages that were read. */
export type JudgedLinks = { go: Candidate[]; out: Map<Reason, Candidate[]>; digests: Map<string, bigint> }

export type Push = { tenant_id: string; watch_id: number | null; rules: Rules }

export const readsPages = ({ changed_by, routes }: Rules): boolean => changed_by === 'content' || routes === 'indexnow'

/**
 * A changed link goes out when its text differs from that of its last reading; a first reading is no change. A page
 * without a text that can be read is judged by its date alone. The pre-flight of the push reuses what is read here.
 */
export async function judgePages(
  app: App,
  { tenant_id, watch_id, rules }: Push,
  links: readonly Candidate[],
  reads: PageReads,
  signal: AbortSignal,
): Promise<JudgedLinks> {
  const judged: JudgedLinks = { go: [], out: new Map(), digests: new Map() }
  if (!readsPages(rules)) return { ...judged, go: [...links] }
  await readPages(app, tenant_id, links, reads, signal)
  const known = app.db.read((tx) => (watch_id === null ? new Map<string, bigint>() : digestsOf(tx, watch_id, links)))
  const urls = links.map(({ url }) => url)
  const pinged = rules.routes === 'indexnow' && app.db.read((tx) => sendable(tx, tenant_id, urls))
  for (const [i, one] of links.entries()) {
    const { digest, is_flagged } = reads.get(one.hash) ?? { digest: null, is_flagged: false }
    const before = known.get(one.hash)
    const is_same = rules.changed_by === 'content' && one.is_new === 0 && digest !== null
    if (digest !== null) judged.digests.set(one.hash, digest)
    if (is_same && (before === undefined || before === digest)) leave(judged, 'same_text', one)
    else if (pinged && is_flagged) leave(judged, 'flagged', one)
    else if (pinged && !pinged.has(i)) leave(judged, 'no_indexnow', one)
    else judged.go.push(one)
  }
  return judged
}

function leave({ out }: JudgedLinks, reason: Reason, one: Candidate): void {
  const some = out.get(reason)
  if (some) some.push(one)
  else out.set(reason, [one])
}

async function readPages(
  app: App,
  tenant_id: string,
  links: readonly Candidate[],
  reads: PageReads,
  signal: AbortSignal,
): Promise<void> {
  const { agency } = app.db.read((tx) => partyIn(tx, tenant_id))
  const [reading, kept] = [readingFor(app, tenant_id, signal), screenedFacts(app.db)]
  const hashes = new Map(links.filter(({ hash }) => !reads.has(hash)).map(({ url, hash }) => [url, hash]))
  const digests = new Map<string, bigint | null>()
  await screenUrls([...hashes.keys()], {
    ...reading,
    on_page(page) {
      if (page.status === 200) digests.set(page.hops[0]?.url ?? page.url, visibleDigest(page))
    },
    on_result(facts) {
      kept.keep(agency, facts, reading.now)
      const digest = digests.get(facts.url) ?? null
      reads.set(hashes.get(facts.url)!, { digest, is_flagged: facts.bing.flags.length > 0 })
    },
  })
}

const digestsOf = (tx: ReadTx, push: number, links: readonly Candidate[]): Map<string, bigint> =>
  new Map(
    tx
      .rows<{ hash: string; digest: string }>(
        `select cast(w.url_hash as text) as hash, cast(w.content_hash as text) as digest
         from json_each(?2) e cross join watched_urls w on w.push = ?1 and w.url_hash = e.value
         where w.content_hash is not null`,
        push,
        `[${links.map(({ hash }) => hash).join()}]`,
      )
      .map(({ hash, digest }) => [hash, BigInt(digest)]),
  )

/** Keeps the findings on the pages of these links. */
export function keepDigests(
  tx: Tx,
  push: number,
  links: readonly Pick<Candidate, 'hash'>[],
  digests: ReadonlyMap<string, bigint>,
): void {
  const rows = links.flatMap(({ hash }) => (digests.has(hash) ? [`[${hash},${digests.get(hash)}]`] : []))
  if (rows.length === 0) return
  tx.run(
    `update watched_urls set content_hash = given.digest
     from (select value ->> 0 as hash, value ->> 1 as digest from json_each(?2)) given
     where push = ?1 and url_hash = given.hash`,
    push,
    `[${rows.join()}]`,
  )
}
