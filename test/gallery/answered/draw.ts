/** Every page behind the sign-in, drawn by its screen from the example answers of the operations that it calls. */
import type { Screen, SignedInCall } from '../../../src/doors/pages/web.ts'
import { Fault, invalid } from '../../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../../src/kernel/operation/operation.ts'
import { site } from '../../../views/site.tsx'
import { addressesIn, type Form, formsIn, patternOf } from '../../views/addresses.ts'
import { CAST, callerOf, type Person, world } from '../../world.ts'
import { NASTY } from '../samples.ts'
import { type Answer, changed, hostile, nothing } from './answers.ts'
import { STATES } from './states.ts'

type Drawn = { name: string; html: string }
type Asked = { screen: Screen; address: string; as?: Person; answer: Answer; form?: Record<string, string> }

const HOST = 'http://localhost:8080'
/** In the address of a thing that no page links to. */
const ID = '01a19b7c-a680-75cf-aeed-b1259057c4b3'
/** Opens something beside a page; other orders and filters of a list are the same page. */
const OPENS =
  /^(open|transfer|panel|plan|move|look|leaves|part|stop|renew|recipient|disconnect|adapter|about|way|resolved)$/
/** A page that reads lists to their end asks again until they are. */
const MOST_CALLS = 20
const TRIES = 3

/** Screens that refuse their address in every try, because no example leads to them. */
export const undrawn: string[] = []

/** What people typed is hostile and lists are long; then each form once refused, and each page without any rows. */
export async function drawPages(): Promise<Drawn[]> {
  const w = world({ env: { SIGNALPOST_PASSIVE: '1' } })
  const draw = (asked: Asked) => drawn(w, asked)
  const pages = new Map<string, string>()
  const forms = new Map<string, Form>()
  const tries = new Map<string, number>()
  const queue = screensOf('GET').map((screen) => ({ screen, address: addressOf(screen) }))
  const known = new Set<string>()
  const reached = new Set<Screen>()
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { screen, address } = next
    const name = nameOf(screen, address)
    const tried = tries.get(name) ?? 0
    if (pages.has(name) || tried >= TRIES) continue
    tries.set(name, tried + 1)
    const html = await draw({ screen, address, answer: hostile })
    if (html !== undefined) reached.add(screen)
    if (!html) continue
    pages.set(name, html)
    for (const to of addressesIn(html)) {
      const found = known.has(to) ? undefined : screenAt('GET', to)
      known.add(to)
      if (found) queue.push({ screen: found, address: to })
    }
    for (const form of formsIn(html, address)) {
      const found = form.method === 'post' && screenAt('POST', form.action)
      if (found && !forms.has(found.path)) forms.set(found.path, form)
    }
  }
  for (const form of forms.values()) {
    const screen = screenAt('POST', form.action)!
    const html = await draw({ screen, address: form.action, answer: hostile, form: filled(form) })
    if (html) pages.set(`${nameOf(screen, form.action)}-refused`, html)
  }
  for (const screen of screensOf('GET')) {
    const html = await draw({ screen, address: addressOf(screen), answer: nothing })
    if (html) pages.set(`${nameOf(screen, addressOf(screen))}-none`, html)
  }
  for (const { name, at, answers, ...who } of STATES) {
    const html = await draw({ screen: screenAt('GET', at)!, address: at, answer: changed(answers), ...who })
    if (!html) throw new Error(`no page has the state ${name}`)
    reached.add(screenAt('GET', at)!)
    pages.set(name, html)
  }
  undrawn.push(...screensOf('GET').flatMap((screen) => (reached.has(screen) ? [] : [screen.path])))
  w.close()
  return [...pages].map(([name, html]) => ({ name, html }))
}

/** Null for a part of a page, a letter and a way elsewhere; undefined where the screen refuses the address. */
async function drawn(w: ReturnType<typeof world>, asked: Asked): Promise<string | null | undefined> {
  const { screen } = asked
  if (screen.access !== 'workspace') return
  try {
    const reply = await screen.handle(callOf(w, asked))
    const html = reply instanceof Response ? await reply.text() : String(reply)
    return html.includes('<main') ? html : null
  } catch (error) {
    // Without rows even the parts that no real answer lacks are missing.
    if (error instanceof TypeError && asked.answer !== nothing) throw error
    return
  }
}

function callOf(w: ReturnType<typeof world>, { screen, address, as, answer, form }: Asked): SignedInCall {
  const url = new URL(address, HOST)
  const person = as ?? personAt(screen)
  const caller = callerOf(person)
  const calls = new Map<string, number>()
  const call = async (operation: AnyOperation, input: Record<string, unknown>) => {
    if (operation.name === 'get_shell') return w.call(person, 'get_shell')
    if (form && operation.method !== 'GET')
      throw invalid(...Object.keys(operation.input.properties).map((path) => ({ path, message: 'is wrong' })))
    const asked = (calls.get(operation.name) ?? 0) + 1
    calls.set(operation.name, asked)
    if (asked > MOST_CALLS) throw new Fault('not_found', 'The example has no end.')
    return answer(operation, input)
  }
  const { id, email } = CAST[person]
  const user = { id, email, name: NASTY, locale: 'en', time_zone: 'UTC' } as SignedInCall['visitor']['user']
  return {
    app: w.app,
    request: new Request(url),
    visit: { id: 'req', ip: null, patience() {} },
    params: paramsOf(screen, url),
    query: Object.fromEntries(url.searchParams),
    form: form ?? {},
    all: (name) => [form?.[name]].filter((value) => value !== undefined),
    site,
    cookies: () => null,
    flash: { text: NASTY },
    partial: false,
    visitor: { user, session_id: 'ses', caller, viewing: null, cookie: null, proof: caller.proof! },
    caller,
    base: `/app/w/${caller.tenant_id}`,
    call: call as SignedInCall['call'],
  }
}

const personAt = ({ path }: Screen): Person => (/^\/app\/platform|\/setup\//.test(path) ? 'pat' : 'ada')

const addressOf = (screen: Screen): string =>
  screen.path.replace(':ws', CAST[personAt(screen)].tenant_id).replace(/:\w+/g, ID)

function paramsOf({ path }: Screen, { pathname }: URL): Record<string, string> {
  const values = patternOf(path).exec(pathname)!.slice(1)
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name], n) => [name!, decodeURIComponent(values[n]!)]))
}

const names = ({ path }: Screen): number => path.split(':').length
/** Those with fewest names in their paths first. */
const SCREENS = site.screens
  .filter(({ access, path }) => access === 'workspace' && !/\/(csv|jsonl|pdf)$/.test(path))
  .toSorted((a, b) => names(a) - names(b))
  .map((screen) => ({ screen, pattern: patternOf(screen.path) }))

const screensOf = (method: Screen['method']): Screen[] =>
  SCREENS.flatMap(({ screen }) => (screen.method === method ? [screen] : []))

function screenAt(method: Screen['method'], address: string): Screen | undefined {
  const { pathname } = new URL(address, HOST)
  return SCREENS.find(({ screen, pattern }) => screen.method === method && pattern.test(pathname))?.screen
}

/** `drawn-jobs-id-move`: the names in the path, which supplier, and what is open beside it. */
function nameOf(screen: Screen, address: string): string {
  const url = new URL(address, HOST)
  const { of } = paramsOf(screen, url)
  const path = screen.path.replace(/^\/app\/(w\/:ws)?/, '').replace(/:of\b/, of ?? '')
  const beside = [...url.searchParams.keys()].filter((name) => OPENS.test(name)).sort()
  return ['drawn', ...path.split(/\W+/), ...beside].filter(Boolean).join('-')
}

/** Every box that takes text with the worst that can be typed. */
function filled({ fields, controls }: Form): Record<string, string> {
  const typed = controls.filter(
    ({ tag, attributes: { type = 'text' } }) => tag !== 'select' && /^(text|email|url|search|password)$/.test(type),
  )
  return Object.fromEntries([...fields, ...typed.map(({ name }) => [name, NASTY])])
}
