/** Letters to clients about their questions, and about a result below the usual. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { getAttention, getTenantWhy } from '../../src/features/attention/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getLink, listLinks } from '../../src/operations/links.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { type About, nameOf } from '../letters/drafts.ts'
import { aboutDrop, answerTo } from '../letters/words.ts'
import { answerInWords } from '../links/answer.tsx'
import { zoneOf } from '../shell.tsx'

const question: About = async (call, ref) => {
  const { open, seen } = await call.call(getAttention, {})
  const asked = [...open, ...seen].find(({ kind, id }) => kind === 'question' && id === ref)
  if (!asked?.tenant_id) throw notFound('question')
  const [email = '', text = ''] = asked.note!.split(/ asks: (.*)/s)
  const { items } = await call.call(listLinks, { url: asked.name, tenant_id: asked.tenant_id, page_size: 1 })
  const life = items[0] && (await call.call(getLink, { uid: items[0].uid }))
  return {
    id: asked.tenant_id,
    title: 'Reply',
    to: [email],
    ...answerTo({ url: asked.name, text, known: life ? answerInWords(life, zoneOf(call)) : null }, nameOf(call)),
  }
}

const drop: About = async (call, ref) => {
  const client = await call.call(getTenant, { id: ref })
  const why = await call.call(getTenantWhy, { id: ref })
  if (why.standing.last === null) throw notFound('result')
  return { id: ref, title: 'Tell the client', ...aboutDrop(client.name, why, zoneOf(call), nameOf(call)) }
}

export const ATTENTION_LETTERS: Slots['letters'] = { question, drop }
