/** Changes of this version, for platform admins. */

import { htmlResponse, page, platformPage, type Screen, type Slots } from '../../src/doors/pages/web.ts'
import { getReleases, getWhatsNew } from '../../src/features/releases/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Markdown } from '../docs/markdown.tsx'
import { EmptyState, Section } from '../kit/fold.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { Releases, readCookie } from './releases.tsx'

const PATH = '/whats-new'
const SEEN = 'news_seen'
const YEAR_S = 31_536_000

export const whatsNewScreens: readonly Screen[] = [
  page(PATH, async (call) => {
    const { news, versions } = await call.call(getWhatsNew, {})
    const page = await drawPage(call, { title: 'What is new', detail: true }, <WhatsNew versions={versions} />)
    const cookie = `${SEEN}=${news}; Path=/app; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
    return htmlResponse(page, 200, news ? { 'set-cookie': cookie } : {})
  }),
]

const WhatsNew = ({ versions }: { versions: AnswerOf<typeof getWhatsNew>['versions'] }) => {
  const since = versions.filter(({ is_new }) => is_new)
  const shown = since.length ? since : versions.slice(0, 1)
  return shown.length === 0 ? (
    <EmptyState icon="info">Changes of the next update are listed here.</EmptyState>
  ) : (
    <div class="stack">
      {shown.map(({ version, notes }) => (
        <Section title={/^\d/.test(version) ? `Version ${version}` : 'This version'}>
          <Markdown text={notes} section={version} lead={`${version}-`} />
        </Section>
      ))}
    </div>
  )
}

/** In the menu of people who push; the dot goes when this browser opens the page. */
export const whatsNewLink: Slots['person_link'] = (call, news) =>
  may(call, getWhatsNew)
    ? {
        label: 'What is new',
        icon: 'info',
        href: call.base + PATH,
        dot: news !== null && call.cookies(SEEN) !== news && new URL(call.request.url).pathname !== call.base + PATH,
      }
    : null

export const releaseScreens: readonly Screen[] = [
  platformPage('/system/releases', async (call) => {
    const program = await call.call(getReleases, {})
    const head = { title: 'Releases', crumbs: [{ label: 'System', href: '/app/platform/system' }], operator: true }
    const page = await drawPage(call, head, <Releases program={program} zone={zoneOf(call)} />)
    return htmlResponse(page, 200, { 'set-cookie': readCookie(program.version) })
  }),
]
