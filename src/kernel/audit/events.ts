/**
 * Events that strangers can cause as often as they like: failed sign-ins, refusals, reads of what is sensitive. The first
 * of a group are rows of the trail at once, the rest are counted and become one row at the end of the window. All groups
 * together write at most 50 rows a minute, so a flood fills no disk. The counts are in memory: a commit for each
 * refused request would be a way to slow the install down, so a kill loses the counts of the window, but no first row.
 */
import type { Db, Tx } from '../database/database.ts'
import { isOfStorage } from '../database/storage.ts'
import { type Door, writeAudit } from '../operation/audit.ts'
import { type Caller, systemCaller } from '../operation/caller.ts'
import { at, type Clock, HOUR, MINUTE, millis, type Time } from '../time/clock.ts'

/** `first` rows are written at once; the rest is written when it is at least `least`. */
const KINDS = {
  sign_in_failed: { first: 5, least: 1, window: HOUR },
  refused: { first: 1, least: 1, window: MINUTE },
  throttled: { first: 0, least: 1, window: MINUTE },
  invalid_flood: { first: 0, least: 50, window: MINUTE },
  signature_refused: { first: 1, least: 1, window: MINUTE },
  read: { first: 1, least: 1, window: MINUTE },
} as const
export type EventKind = keyof typeof KINDS
export const EVENT_KINDS = Object.keys(KINDS) as EventKind[]

const AT_ONCE_A_MINUTE = 25
const SUMMARIES_A_MINUTE = 25
/** Groups beyond this many are counted together. */
const MOST_GROUPS = 1000

type AuditEvent = {
  kind: EventKind
  /** Tells groups of a kind apart: an account and a network, a caller and an operation. */
  group: string
  /** Null where nobody is known. */
  caller: Caller | null
  action?: string
  tenant_id?: string | null
  target?: string | null
  after: Record<string, unknown>
  ip: string | null
  request_id: string | null
  door?: Door | undefined
}

type Group = { event: AuditEvent; since: number; seen: number; counted: number }

export const UNKNOWN = 'unknown'

export class AuditEvents {
  readonly #groups = new Map<string, Group>()
  #minute = 0
  #written = 0

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  note(event: AuditEvent): void {
    const { first } = KINDS[event.kind]
    const group = this.#groupOf(event)
    group.seen++
    group.event = event
    if (group.seen > first || !this.#mayWrite() || !this.#tried(event)) group.counted++
  }

  /** Writes the counts of windows that are over, or of all at the end. Returns the number of rows. */
  flush({ all = false } = {}): number {
    const now = millis(this.clock.now())
    const due = [...this.#groups].filter(([, { event, since }]) => all || now - since >= KINDS[event.kind].window)
    for (const [name] of due) this.#groups.delete(name)
    const full = due.map(([, group]) => group).filter(({ event, counted }) => counted >= KINDS[event.kind].least)
    if (full.length === 0) return 0
    const [each, rest] = [full.slice(0, SUMMARIES_A_MINUTE), full.slice(SUMMARIES_A_MINUTE)]
    return this.db.write((tx) => {
      for (const group of each) write(tx, group.event, summaryOf(group))
      for (const [kind, groups] of Map.groupBy(rest, ({ event }) => event.kind))
        write(tx, { ...OTHERS, kind }, { groups: groups.length, count: sum(groups), since: earliest(groups) })
      return full.length
    })
  }

  /** A disk that refuses must not change the answer to the request: the event is counted then. */
  #tried(event: AuditEvent): boolean {
    try {
      this.db.write((tx) => write(tx, event, event.after) as undefined)
      return true
    } catch (error) {
      if (isOfStorage(error)) return false
      throw error
    }
  }

  #groupOf(event: AuditEvent): Group {
    const wanted = `${event.kind} ${event.group}`
    const name = this.#groups.has(wanted) || this.#groups.size < MOST_GROUPS ? wanted : `${event.kind} others`
    const known = this.#groups.get(name)
    if (known) return known
    const group: Group = { event, since: millis(this.clock.now()), seen: name === wanted ? 0 : 1000, counted: 0 }
    this.#groups.set(name, group)
    return group
  }

  #mayWrite(): boolean {
    const minute = Math.floor(millis(this.clock.now()) / MINUTE)
    if (minute !== this.#minute) [this.#minute, this.#written] = [minute, 0]
    return ++this.#written <= AT_ONCE_A_MINUTE
  }
}

const OTHERS = { group: 'others', caller: null, after: {}, ip: null, request_id: null } as const

function write(tx: Tx, event: AuditEvent, after: Record<string, unknown>): void {
  writeAudit(tx, event.caller ?? NOBODY, {
    action: event.action ?? event.kind,
    tenant_id: event.tenant_id ?? (event.caller?.tenant_id || null),
    target: event.target ?? null,
    after,
    ip: event.ip,
    request_id: event.request_id,
    door: event.door,
  })
}

const NOBODY: Caller = { ...systemCaller(''), via: 'session', label: UNKNOWN, platform: false }

const summaryOf = ({ event, counted, since }: Group) => ({ ...event.after, count: counted, since: at(since) })
const sum = (groups: Group[]): number => groups.reduce((total, { counted }) => total + counted, 0)
const earliest = (groups: Group[]): Time => at(Math.min(...groups.map(({ since }) => since)))

declare module '../operation/app.ts' {
  interface App {
    events: AuditEvents
  }
}
