import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { search } from '../../src/operations/search.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { personOf } from '../frame/reader.ts'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { act } from '../screens/act.ts'
import { appPage, confirmPage, mayWrite } from '../shell.tsx'
import { Crossings, DO, type PaletteEntry, PaletteOptions } from './palette.tsx'
import { actionsFor, type PaletteAct, sentenceActions } from './sentence-actions.ts'
import { SentencePage } from './sentence-page.tsx'

export const paletteScreens: readonly Screen[] = [
  page('/palette', found),
  page('/palette/do', ask),
  act('/palette/do/check', checkIndex, checked, listIn, { once: true }),
]

const MOST = 8
const LONGEST = 2000
/** The words before a client in `push for Bakery`: the client has all its acts. */
const BEFORE_NAME = /^(?:push|check|transfer|open)\s+(?:(?:links|credits)\s+)?(?:(?:for|to)\s+)?/i

/** Results besides the pages: actions of a sentence, jobs and workspaces by name, a pasted URL. */
async function found(call: SignedInCall) {
  const q = sentenceIn(call)
  if (call.query.of === 'workspaces') return <Crossings q={q} to={q ? await workspacesOf(call, q) : []} />
  if (q === '') return <PaletteOptions entries={[]} />
  if (/^https?:\/\//i.test(q)) return <PaletteOptions entries={ofAddress(call, q)} />
  const deeds = await sentenceActions(call, q)
  if (deeds.length) return <PaletteOptions entries={deeds.map((deed) => entryOf(call, q, deed))} />
  const named = await actionsFor(call, q.replace(BEFORE_NAME, '').slice(0, 200))
  const asked = { q: q.slice(0, 200), limit: MOST, links: /[./]/.test(q) }
  const { jobs, links } = await call.call(search, asked, { here: true })
  const entries: PaletteEntry[] = [
    ...named.map((deed) => entryOf(call, q, deed)),
    ...jobs.map((job) => ({
      label: job.name,
      kind: job.type === 'check' ? 'Check' : 'Push',
      group: 'Pushes and checks',
      icon: 'rows-3' as const,
      href: `${call.base}/jobs/${job.id}`,
    })),
    ...links.map(({ uid, url }) => ({
      label: url,
      kind: '',
      group: 'Links',
      icon: 'link-2' as const,
      href: `${call.base}/links/${uid}`,
    })),
    ...(await workspacesOf(call, q)).filter(({ label }) => !named.some((deed) => deed.label.endsWith(` ${label}`))),
  ]
  return <PaletteOptions entries={entries} />
}

/** Workspaces whose name matches, without the current one. */
async function workspacesOf(call: SignedInCall, q: string): Promise<PaletteEntry[]> {
  const { items } = await call.call(listTenants, { q: q.slice(0, 200), page_size: MOST })
  return items
    .filter(({ id }) => id !== call.caller.tenant_id)
    .map(({ id, name }) => ({ label: name, kind: '', group: 'Clients', icon: 'users', href: `/app/w/${id}` }))
}

const ofAddress = (call: SignedInCall, url: string): PaletteEntry[] => {
  const act = (label: string, icon: PaletteEntry['icon'], path: string, name: string): PaletteEntry => ({
    label: `${label} ${url}`,
    kind: '',
    group: DO,
    icon,
    href: `${call.base}${path}?${new URLSearchParams({ [name]: url })}`,
  })
  const find = act('Find', 'link-2', '/links', 'q')
  if (!mayWrite(call)) return [find]
  return [act('Push', 'send', '/push', 'urls'), act('Check', 'scan-search', '/checks/new', 'urls'), find]
}

const sentenceIn = (call: SignedInCall): string => (call.query.q ?? '').trim().slice(0, LONGEST)

const entryOf = (call: SignedInCall, q: string, deed: PaletteAct): PaletteEntry => ({
  label: deed.label,
  kind: deed.effect,
  group: DO,
  icon: deed.icon,
  href: hrefOf(call, q, deed),
  clipboard: deed.clipboard,
})

/** Address of the action's page, or of the page that asks to confirm it. */
const hrefOf = (call: SignedInCall, q: string, { id, href, ask }: PaletteAct): string =>
  ask ? `${call.base}/palette/do?${new URLSearchParams({ q, id })}` : href

/** The actions of a sentence as a page. The button runs the action; opening the page does not. */
async function ask(call: SignedInCall) {
  const q = sentenceIn(call)
  const deeds = await sentenceActions(call, q)
  const deed = deeds.find(({ id }) => id === call.query.id) ?? (deeds.length === 1 ? deeds[0]! : undefined)
  if (deed?.ask) {
    const { verb, action, fields } = deed.ask
    const question = { title: `${deed.label}?`, body: deed.effect, verb, tone: 'plain' as const }
    return confirmPage(call, question, {
      href: action,
      back: call.base,
      crumbs: [],
      fields: { ...fields, idempotency_key: newId() },
    })
  }
  if (deed && deeds.length === 1 && !deed.clipboard) return goTo(deed.href)
  return appPage(
    call,
    'Say what to do',
    <>
      <PageHead
        title="Say what to do"
        sub="A sentence, such as “transfer 200 to Florist”. You confirm before anything happens."
      />
      <Card body>
        <SentencePage
          q={q}
          action={`${call.base}/palette/do`}
          entries={deeds.map((one) => entryOf(call, q, one))}
          writes={mayWrite(call)}
        />
      </Card>
    </>,
  )
}

function listIn({ form }: SignedInCall) {
  return { urls: form.urls ?? '' }
}

function checked(call: SignedInCall, job: { id: string; link_count: number }) {
  const text = say(personOf(call), 'Checking {n, plural, one {# link} other {# links}}.', { n: job.link_count })
  return goTo(`${call.base}/jobs/${job.id}`, { text })
}
