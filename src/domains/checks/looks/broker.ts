/** A Search Console property has one day at Google, which all checks that wait for it share. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type Allowance, headroom } from '../../../kernel/scheduling/quota.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { ARCHIVED } from '../../tenants/index.ts'
import { slotsElsewhere } from '../settings.ts'
import type { LookRow } from '../tables.ts'
import * as queues from './look-queues.ts'

/** In this order. A check is stored with its position, from 1. */
export const LOOK_CLASSES = ['guarantee', 'confirmation', 'smart_filter', 'retention', 'person', 'backfill'] as const
export type LookClass = (typeof LOOK_CLASSES)[number]

/** Sends checks of a class that were planned before `before` to the engine of their slot, where it has one. */
export const leaveLate = (tx: Tx, property: string, late: { class: number; before: Time; limit: number }): number =>
  queues.leaveLate(tx, property, { ...late, slots: slotsElsewhere(tx) })

export const classNumber = (one: LookClass): number => LOOK_CLASSES.indexOf(one) + 1

/** The class of checks that are planned without one. */
export const CLASS_OF: Record<LookRow['purpose'], LookClass> = {
  before: 'smart_filter',
  guarantee: 'guarantee',
  recheck: 'person',
  check: 'person',
  holdout: 'guarantee',
  retention: 'retention',
  canary: 'backfill',
}

export type DueLooks = { ids: number[]; more: boolean }
export const NONE: DueLooks = { ids: [], more: false }

/** An archived workspace has its guarantee alone. The parameter is the time. */
export const MAY_GO = `next_attempt_at <= ? and (purpose = 'guarantee' or tenant_id not in ${ARCHIVED})`

/** The name of a property's quota. */
export const propertyQueue = (property: string): string => `search_console:${property}`

export type Broker = {
  /** The limits of a property now, from its published ones and the share that its owner keeps. */
  allowance(tx: ReadTx, property: string, published: Allowance): Allowance
  /** Checks whose turn it is, at most `most`, within the published limits. */
  due(tx: ReadTx, property: string, published: Allowance, most: number): DueLooks
  /** Checks that are about to be asked. */
  taken(tx: Tx, property: string, asked: readonly LookRow[]): void
  /** Checks that were taken and not asked. */
  givenBack(tx: Tx, property: string, unasked: readonly LookRow[]): void
  /** Google answers nothing more for this property on this day. */
  closed(tx: Tx, property: string): void
  /** Sends checks that wait too long here to the engine of their slot, at most `limit`. Returns how many. */
  release(tx: Tx, property: string, limit: number): number
}

/** Most checks waiting for one property: about a day's quota. Further ones go to the slot's own engine. */
const A_DAY = 1500

/** Oldest first, without classes. */
export const WITHOUT_BROKER: Broker = {
  allowance: (_, __, published) => published,
  due(tx, property, published, limit) {
    const { left } = headroom(tx, propertyQueue(property), published)
    const most = Math.min(limit, left)
    if (most === 0) return NONE
    const due = `select id from looks where property = ? and state = 'queued' and ${MAY_GO} order by next_attempt_at limit ?`
    const ids = tx.rows<{ id: number }>(due, property, tx.now, most).map(({ id }) => id)
    return { ids, more: ids.length === most && most < left }
  },
  taken() {},
  givenBack() {},
  closed() {},
  release: (tx, property, limit) => queues.leaveBeyond(tx, property, { slots: slotsElsewhere(tx), most: A_DAY, limit }),
}

declare module '../../../kernel/operation/app.ts' {
  interface Install {
    broker: Broker
  }
}
