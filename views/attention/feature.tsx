import { isBelow } from '../../src/domains/figures/index.ts'
import { type FeaturePages, filled, type Slots } from '../../src/doors/pages/web.ts'
import { getAttention, getTenantWhy } from '../../src/features/attention/operations.ts'
import { inEnglish } from '../../src/kernel/language/reader.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getLink, listLinks } from '../../src/operations/links.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import type { ClientSubject } from '../clients/client-props.ts'
import type { CaseContext } from '../kit/case-line.ts'
import { Section } from '../kit/fold.tsx'
import { type About, nameOf } from '../letters/drafts.ts'
import { letter, listed, type Words } from '../letters/words.ts'
import { answerInWords } from '../links/answer.tsx'
import { countedDay, many, percent } from '../parts/text/format.ts'
import { zoneOf } from '../shell.tsx'
import { bellScreens } from './bell.tsx'
import { ClientCases } from './case-list.tsx'
import { operatorScreens } from './operator-pages.tsx'
import { deskOf, todayScreens } from './pages.tsx'
import { type ClientWhyProps, WhySection } from './why.tsx'

const clientSections: Slots['client_sections'] = async (call, props) => {
  const { client, overview } = props
  const off = isBelow(overview.standing.off_usual)
  const { week } = call.query
  const asks = off || week !== undefined
  const why = asks ? await call.call(getTenantWhy, { id: client.id, week }) : null
  const sources = asks ? await Promise.all(filled(call, 'sources').map((read) => read(call, client.id))) : []
  return <ClientSections {...props} desk={deskOf(call)} why={why} sources={sources.flat()} />
}

type ClientSectionsProps = ClientSubject &
  Pick<ClientWhyProps, 'sources'> & { why: ClientWhyProps['why'] | null; desk: CaseContext }

const ClientSections = (props: ClientSectionsProps) => {
  const { client, overview, edits, idempotency_key, why, desk } = props
  const needs = client.archived ? [] : overview.cases.filter(({ kind }) => kind !== 'below_usual' || !why)
  return (
    <>
      {why?.of && why.facts.length > 0 && <WhySection {...props} why={why} />}
      {edits && needs.length > 0 && (
        <Section title="Needs attention">
          <ClientCases cases={needs} of={client.id} desk={desk} idempotency_key={idempotency_key} />
        </Section>
      )}
    </>
  )
}

/** `known`: what checks found about the page; null when it was never pushed. */
function answerTo({ url, text, known }: { url: string; text: string; known: string | null }, name: string): Words {
  const about = `you asked about ${url.slice(0, 1000)}:\n“${text}”`
  return letter(`Your question about ${url}`, [about, known ?? 'We have not pushed this page yet.'], name)
}

type Why = Pick<AnswerOf<typeof getTenantWhy>, 'standing' | 'facts' | 'missed'>

function aboutDrop(client: string, { standing, facts, missed }: Why, zone: string, name: string): Words {
  const { day, links, rate } = standing.last!
  const usual = standing.usual === null ? '' : `, usually ${percent(standing.usual)}`
  const causes = facts
    .filter(({ mark }) => mark === 'cause')
    .map(({ text, more }) => `- ${[text, more].filter(Boolean).join(' ')}`)
  const urls = missed.map(({ url }) => url)
  return letter(
    `${client}: ${many(missed.length, 'page')} not indexed`,
    [
      `On ${countedDay(day, zone)} we submitted ${many(links, 'page')} of ${client}. ${percent(rate)} are indexed after 7 days${usual}.`,
      causes.join('\n'),
      urls.length > 0 && `Pages that are not indexed:\n${listed(urls, urls.length, 3000)}`,
    ],
    name,
  )
}

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
    ...answerTo(
      { url: asked.name, text, known: life ? answerInWords(life, inEnglish(zoneOf(call))) : null },
      nameOf(call),
    ),
  }
}

const drop: About = async (call, ref) => {
  const client = await call.call(getTenant, { id: ref })
  const why = await call.call(getTenantWhy, { id: ref })
  if (why.standing.last === null) throw notFound('result')
  return { id: ref, title: 'Tell the client', ...aboutDrop(client.name, why, zoneOf(call), nameOf(call)) }
}

const ATTENTION_LETTERS: Slots['letters'] = { question, drop }

export const attentionPages: FeaturePages = {
  screens: [...bellScreens, ...todayScreens, ...operatorScreens],
  slots: { client_sections: clientSections, letters: ATTENTION_LETTERS },
}
