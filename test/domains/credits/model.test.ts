import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CreditKind, consume, grant, release, reserve } from '../../../src/domains/credits/index.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { WHOLE } from '../../long/whole.ts'
import { callerOf, type World, world } from '../../world.ts'
import { expectBalanced } from './books.ts'

/** Operations in all, in runs of at most so many, each on books of its own. */
const OPERATIONS = WHOLE ? 10_000 : 1_500
const A_RUN = 400

const SEED = Number(process.env.SEED ?? 0) || Math.trunc(Math.random() * 2 ** 31)

const TENANTS = ['ten_northwind', 'ten_bakery'] as const
type Tenant = (typeof TENANTS)[number]
type Job = { id: string; tenant_id: Tenant; kind: CreditKind; open: number }
type Pack = { id: string; tenant_id: Tenant; refunded: boolean; owed: Record<CreditKind, number> }
type Act = {
  id: string
  kind: CreditKind
  moves: { tenant_id: Tenant; by: number }[]
  given: number
  reversed: boolean
}

/** The plain model: what each purse must hold, without any SQL. */
class Books {
  available = new Map<string, number>()
  reserved = new Map<string, number>()
  jobs: Job[] = []
  acts: Act[] = []
  refs = new Set<string>()
  /** Packs of each purse: those that can be refunded, and what each refund is still owed. */
  packs: Pack[] = []
  /** What the agency gave its client, less what came back; by kind. */
  given = { index: 0, check: 0 }

  has = (tenant_id: Tenant, kind: CreditKind) => this.available.get(`${tenant_id} ${kind}`) ?? 0
  holds = (tenant_id: Tenant, kind: CreditKind) => this.reserved.get(`${tenant_id} ${kind}`) ?? 0

  owing = (tenant_id: Tenant, kind: CreditKind) =>
    this.packs
      .filter((pack) => pack.tenant_id === tenant_id && pack.owed[kind] > 0)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  owes = (tenant_id: Tenant, kind: CreditKind) =>
    this.owing(tenant_id, kind).reduce((sum, pack) => sum + pack.owed[kind], 0)

  /** Credits of a workspace that are not promised to a refund. */
  own = (tenant_id: Tenant, kind: CreditKind) =>
    Math.max(0, this.has(tenant_id, kind) + this.holds(tenant_id, kind) - this.owes(tenant_id, kind))

  /** What is with the other workspace of what went there. */
  elsewhere(tenant_id: Tenant, kind: CreditKind) {
    const [agency, client] = TENANTS
    return tenant_id === agency
      ? Math.min(Math.max(0, this.given[kind]), this.own(client, kind))
      : Math.min(Math.max(0, -this.given[kind]), this.own(agency, kind))
  }

  /** Moves credits; what comes in pays what is owed. */
  move(tenant_id: Tenant, kind: CreditKind, came: number, reserved = 0) {
    const purse = `${tenant_id} ${kind}`
    let available = came
    for (const pack of came > 0 ? this.owing(tenant_id, kind) : []) {
      const paid = Math.min(pack.owed[kind], available)
      pack.owed[kind] -= paid
      available -= paid
    }
    this.available.set(purse, this.has(tenant_id, kind) + available)
    this.reserved.set(purse, this.holds(tenant_id, kind) + reserved)
  }
}

/** One random act: what the model says must come of it, and doing it. */
type Draw = { tenant_id: Tenant; kind: CreditKind; amount: number; pick: number }
type Kind = (books: Books, w: World, draw: Draw) => Promise<void> | void

/** What the pack `try` holds. */
const TRY = { index: 50, check: 100 }

let done = 0

class Operation implements fc.AsyncCommand<Books, World> {
  constructor(
    readonly name: string,
    readonly apply: Kind,
    readonly draw: Draw,
  ) {}
  check = () => true
  async run(books: Books, w: World) {
    done++
    await this.apply(books, w, this.draw)
    for (const tenant_id of TENANTS) {
      const credits = await w.call<Record<CreditKind, unknown>>('pat', 'get_credits', { tenant_id })
      for (const kind of ['index', 'check'] as const)
        expect(credits[kind]).toEqual({
          available: books.has(tenant_id, kind),
          reserved: books.holds(tenant_id, kind),
          owed: books.owes(tenant_id, kind),
        })
    }
  }
  toString = () => `${this.name}(${JSON.stringify(this.draw)})`
}

/** Does it, and says whether it was taken. Only deliberate refusals count as "no". */
async function taken<T>(work: () => T | Promise<T>, ...codes: string[]): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault && codes.includes(error.code)) return null
    throw error
  }
}

const KINDS: Record<string, Kind> = {
  grant(books, w, { tenant_id, kind, amount, pick }) {
    const ref = pick % 3 === 0 ? `ref ${pick % 30}` : undefined
    const known = ref !== undefined && books.refs.has(`${tenant_id} ${kind} ${ref}`)
    const given = w.db.write((tx) => grant(tx, { tenant_id, kind, amount, reason: 'plan_grant', ref, actor: 'model' }))
    expect(given.repeated).toBe(known)
    if (known) return
    if (ref) books.refs.add(`${tenant_id} ${kind} ${ref}`)
    books.move(tenant_id, kind, amount)
    books.acts.push({ id: given.line.id, kind, moves: [{ tenant_id, by: amount }], given: 0, reversed: false })
  },

  async allocate(books, w, { kind, amount, pick }) {
    const by = pick % 2 ? amount : -amount
    const [from, to] = by > 0 ? TENANTS : (TENANTS.toReversed() as [Tenant, Tenant])
    const line = await taken(
      () =>
        w.call<{ id: string; amount: number }>('ada', 'allocate_credits', {
          tenant_id: 'ten_bakery',
          kind,
          amount: by,
        }),
      'insufficient_credits',
    )
    // What is pulled back is at most what is there.
    const moved = by > 0 ? amount : Math.min(amount, Math.max(1, books.has(from, kind)))
    expect(line !== null).toBe(books.has(from, kind) >= moved)
    if (!line) return
    expect(line.amount).toBe(moved)
    books.move(from, kind, -moved)
    books.move(to, kind, moved)
    books.given[kind] += by > 0 ? moved : -moved
    const moves = [
      { tenant_id: from, by: -moved },
      { tenant_id: to, by: moved },
    ]
    books.acts.push({ id: line.id, kind, moves, given: by > 0 ? moved : -moved, reversed: false })
  },

  async adjust(books, w, { tenant_id, kind, amount, pick }) {
    const by = pick % 2 ? amount : -amount
    const input = { tenant_id, kind, amount: by, reason: 'model' }
    const line = await taken(() => w.call('pat', 'adjust_credits', input), 'insufficient_credits')
    expect(line !== null).toBe(books.has(tenant_id, kind) + by >= 0)
    if (line) books.move(tenant_id, kind, by)
  },

  async reverse(books, w, { pick }) {
    const act = books.acts[pick % Math.max(1, books.acts.length)]
    if (!act) return
    const line = await taken(() => w.call('pat', 'reverse_ledger_entry', { id: act.id }), 'conflict')
    const possible = !act.reversed && act.moves.every((move) => books.has(move.tenant_id, act.kind) >= move.by)
    expect(line !== null).toBe(possible)
    if (!line) return
    act.reversed = true
    books.given[act.kind] -= act.given
    for (const move of act.moves) books.move(move.tenant_id, act.kind, -move.by)
  },

  async buy(books, w, { tenant_id }) {
    const { id } = await w.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try', tenant_id })
    await w.call('pat', 'approve_credit_request', { id })
    for (const kind of ['index', 'check'] as const) books.move(tenant_id, kind, TRY[kind])
    books.packs.push({ id, tenant_id, refunded: false, owed: { index: 0, check: 0 } })
  },

  async refund_pack(books, w, { pick }) {
    const pack = books.packs[pick % Math.max(1, books.packs.length)]
    if (!pack) return
    const { id, tenant_id } = pack
    const refunded = await taken(() => w.call('pat', 'refund_credit_request', { id }), 'conflict')
    expect(refunded !== null).toBe(!pack.refunded)
    if (!refunded) return
    pack.refunded = true
    const owed = { index: 0, check: 0 }
    for (const kind of ['index', 'check'] as const) {
      const [has, holds, owes] = [books.has(tenant_id, kind), books.holds(tenant_id, kind), books.owes(tenant_id, kind)]
      const now = Math.min(TRY[kind], has)
      const later =
        Math.max(0, holds - owes) + Math.max(0, books.elsewhere(tenant_id, kind) - Math.max(0, owes - holds))
      owed[kind] = Math.min(TRY[kind] - now, later)
      books.move(tenant_id, kind, -now)
    }
    pack.owed = owed
    expect(refunded).toMatchObject({ owed })
  },

  async reserve(books, w, { tenant_id, kind, amount, pick }) {
    const again = pick % 4 === 0 ? books.jobs[pick % Math.max(1, books.jobs.length)] : undefined
    const job = again ?? { id: `job ${books.jobs.length}`, tenant_id, kind, open: 0 }
    const credits = { tenant_id: job.tenant_id, kind: job.kind, amount, job_id: job.id }
    const line = await taken(() => w.db.write((tx) => reserve(tx, ADA, credits)), 'insufficient_credits')
    expect(line !== null).toBe(books.has(job.tenant_id, job.kind) >= amount)
    if (!line) return
    job.open += amount
    if (!again) books.jobs.push(job)
    books.move(job.tenant_id, job.kind, -amount, amount)
  },

  consume: (books, w, draw) => settle(books, w, draw, (tx, credits) => consume(tx, credits), 0),
  release: (books, w, draw) =>
    settle(books, w, draw, (tx, credits) => release(tx, { ...credits, reason: 'release' }), 1),
  refund: (books, w, draw) => settle(books, w, draw, (tx, credits) => release(tx, { ...credits, reason: 'refund' }), 1),
}

type Settle = (tx: Parameters<typeof consume>[0], credits: Parameters<typeof consume>[1]) => unknown

/** Settles part of a job, or tries to settle more than it holds: that must fail and move nothing. */
function settle(books: Books, w: World, { pick, amount }: Draw, by: Settle, back: 0 | 1): void {
  const job = books.jobs[pick % Math.max(1, books.jobs.length)]
  if (!job) return
  const credits = { tenant_id: job.tenant_id, kind: job.kind, amount, job_id: job.id }
  const attempt = () => w.db.write((tx) => void by(tx, credits))
  if (amount > job.open) {
    expect(attempt).toThrow('left to settle')
    return
  }
  attempt()
  job.open -= amount
  books.move(job.tenant_id, job.kind, amount * back, -amount)
}

const ADA = callerOf('ada')
const draw: fc.Arbitrary<Draw> = fc.record({
  tenant_id: fc.constantFrom(...TENANTS),
  kind: fc.constantFrom('index', 'check'),
  amount: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer({ min: 61, max: 5_000 })),
  pick: fc.nat(),
})
const commands = fc.commands(
  Object.entries(KINDS).map(([name, apply]) => draw.map((drawn) => new Operation(name, apply, drawn))),
  { maxCommands: A_RUN, size: 'max' },
)

let worlds: World[] = []
afterEach(() => {
  for (const one of worlds) one.close()
  worlds = []
})

test(`after each of ${OPERATIONS} random operations the books are those of a plain model (SEED=${SEED})`, async () => {
  for (let run = 0; done < OPERATIONS; run++)
    await fc.assert(
      fc.asyncProperty(commands, async (acts) => {
        const w = world()
        worlds.push(w)
        await fc.asyncModelRun(() => ({ model: new Books(), real: w }), acts)
        expectBalanced(w.db)
        w.close()
        worlds.pop()
      }),
      { seed: SEED + run, numRuns: 1, endOnFailure: true },
    )
}, 600_000)
