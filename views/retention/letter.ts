/** The letter that proposes to a client what to do about pages that dropped. */
import { getDrop } from '../../src/features/retention/operations/drops.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { type About, nameOf } from '../letters/drafts.ts'
import { letter, listed } from '../letters/words.ts'
import { many } from '../parts/text/format.ts'
import { zoneOf } from '../shell.tsx'
import { betweenDays, hostOf } from './words.ts'

const ROOM = 3200

export const dropped: About = async (call, ref) => {
  const drop = await call.call(getDrop, { id: ref })
  const urls = drop.dropped.filter(({ state }) => state === 'dropped').map(({ url }) => url)
  if (urls.length === 0) throw notFound('link')
  const lost = `${many(drop.links, 'page')} of ${hostOf(drop)} dropped out of Google`
  const when = `It happened ${betweenDays(drop, zoneOf(call))}.`
  return {
    ...{ id: drop.tenant_id, title: 'Tell the client' },
    ...letter(lost, [`${lost}. ${when}`, `${drop.title}. ${drop.act}`, listed(urls, drop.links, ROOM)], nameOf(call)),
  }
}
