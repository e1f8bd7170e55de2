import type { Install } from '../../upstream/install.ts'
import { type Command, CommandError, EXIT, numberOf, textOf, UsageError, type Values } from '../framework/command.ts'
import { listing, minute, num, say, sayJson, tell } from '../framework/terminal.ts'
import { allOf, CONNECTION, connect } from './connection.ts'
import { tellWarning, type Warned } from './order.ts'
import { CLIENT, workspaceNamed } from './workspace.ts'

type Run = { state: string; seen: number; pushed: number; held: number }
type Watch = {
  id: string
  name: string
  address: string
  paused: boolean
  paused_why: string | null
  next_run_at: string | null
  known: number
  last_run: Run | null
}

const ACTIONS = ['list', 'add', 'run', 'pause', 'resume'] as const
type Action = (typeof ACTIONS)[number]

const UNITS: Record<string, number> = { m: 1, h: 60, d: 1440 }

export const command: Command = {
  name: 'watch',
  summary: 'Watch a sitemap, feed or list, and push new and changed links.',
  about: [
    'The first run of a source learns its links and pushes nothing. Later runs push new and changed links, within the daily cap and the monthly budget.',
  ],
  words: [
    { name: 'ACTION', meaning: `${ACTIONS.join(', ')}; default: list`, choices: ACTIONS },
    { name: 'SOURCE', meaning: 'add: the URL of the source; run, pause and resume: its name, URL or id' },
  ],
  options: {
    ...CLIENT,
    name: { value: 'NAME', meaning: 'add: name of the standing push; default: the host of the source' },
    every: { value: 'TIME', meaning: 'add: time between runs, such as 15m, 6h or 1d; default: 1d' },
    cap: { value: 'N', meaning: 'add: maximum number of links per day' },
    budget: { value: 'N', meaning: 'add: maximum number of index credits per month' },
    only: {
      value: 'CHANGE',
      choices: ['new', 'changed'],
      meaning: 'add: push only new links, or only changed links: new, changed',
    },
    ...CONNECTION,
  },
  examples: [
    {
      line: 'signalpost watch add https://bakery.example/sitemap.xml --client Bakery --every 6h --budget 500',
      meaning: 'Push new and changed links every six hours, for at most 500 credits a month.',
    },
    { line: 'signalpost watch', meaning: 'List the watched sources with their last runs.' },
    { line: 'signalpost watch pause https://bakery.example/sitemap.xml', meaning: 'Pause a source.' },
    {
      line: 'signalpost watch resume https://bakery.example/sitemap.xml',
      meaning: 'Resume it: it runs now, and then at its interval.',
    },
  ],
  json: 'list: {items, total}; other actions: the answer of GET /standing-pushes/{id}',

  async run({ words, options, json }) {
    const [action = 'list', source] = words as [Action?, string?]
    if (action !== 'list' && !source)
      throw new UsageError(`"watch ${action}" needs a SOURCE`, `write: signalpost watch ${action} SOURCE`)
    const order = action === 'add' ? orderIn(options) : {}
    const install = connect(options)
    const tenant_id = await workspaceNamed(install, textOf(options, 'client'))
    if (action === 'list') return tellAll(await watches(install, tenant_id), json)
    const done: Watch & Warned =
      action === 'add'
        ? await install.post<Watch>('/standing-pushes', { address: source, tenant_id, ...order })
        : await act(install, action, await watchNamed(install, source!, tenant_id))
    if (!json) tellWarning(done)
    if (json) sayJson(done)
    else say(`${done.name} (${done.id}): ${stateOf(done)}`)
    return EXIT.well
  },
}

const watches = (install: Install, tenant_id: string | undefined): Promise<Watch[]> =>
  allOf(install, `/standing-pushes${tenant_id ? `?tenant_id=${encodeURIComponent(tenant_id)}` : ''}`)

async function watchNamed(install: Install, name: string, tenant_id: string | undefined): Promise<Watch> {
  const wanted = name.trim().toLowerCase()
  const found = (await watches(install, tenant_id)).filter(
    (one) => one.id === name || one.address === name || one.name.toLowerCase() === wanted,
  )
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new CommandError(`"${name}" is not watched`, '`signalpost watch` lists the watched sources')
  throw new CommandError(
    `${found.length} sources are called "${name}"`,
    `give the id of one: ${found.map(({ id }) => id).join(', ')}`,
  )
}

const act = (install: Install, action: Exclude<Action, 'list' | 'add'>, { id }: Watch): Promise<Watch> =>
  action === 'run'
    ? install.post(`/standing-pushes/${id}/run`, {})
    : install.patch(`/standing-pushes/${id}`, { paused: action === 'pause' })

function orderIn(options: Values) {
  const [name, only] = [textOf(options, 'name'), textOf(options, 'only')]
  const [cap_day, budget_month] = [limitIn(options, 'cap'), limitIn(options, 'budget')]
  return {
    ...(name && { name }),
    interval_minutes: minutesIn(textOf(options, 'every') ?? '1d'),
    rules: { ...(only && { only }), ...(cap_day && { cap_day }), ...(budget_month && { budget_month }) },
  }
}

function minutesIn(text: string): number {
  const [, n, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (!n) throw new UsageError(`--every cannot be "${text}"`, 'it is a time such as 15m, 6h or 1d')
  return Number(n) * UNITS[unit]!
}

const limitIn = (options: Values, name: string): number | undefined =>
  numberOf(options, name, [1, 99_999_999], 'a number, 1 or more')

const stateOf = ({ paused, paused_why, next_run_at }: Watch): string =>
  paused ? `paused${paused_why && paused_why !== 'person' ? ` (${paused_why})` : ''}` : `next ${minute(next_run_at)}`

function tellAll(found: Watch[], json: boolean): number {
  if (json) sayJson({ items: found, total: found.length })
  else if (found.length === 0) tell('no source is watched; add one: signalpost watch add URL')
  else
    say(
      listing(
        ['NAME', 'KNOWN', 'LAST RUN', 'PUSHED', 'HELD', 'STATE (UTC)', 'ADDRESS'],
        found.map((one) => [
          one.name,
          num(one.known),
          one.last_run?.state ?? '-',
          num(one.last_run?.pushed ?? 0),
          num(one.last_run?.held ?? 0),
          stateOf(one),
          one.address,
        ]),
      ),
    )
  return EXIT.well
}
