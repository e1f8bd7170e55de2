/**
 * Shares a property's day at Google: classes in a strict order, workspaces fairly within a class, the day spread over
 * its hours. Work and counts are rows, so that nothing is lost with the process.
 */
import {
  type Broker,
  classNumber,
  LOOK_CLASSES,
  leaveLate,
  NONE,
  propertyQueue,
} from '../../../domains/checks/index.ts'
import { headroom, perDay } from '../../../kernel/scheduling/quota.ts'
import { DAY, HOUR, plus } from '../../../kernel/time/clock.ts'
import { dayOfProperty, pacedDay } from './allowance.ts'
import { turns } from './turns.ts'
import { addUses, countRefusal, googleDay, takeBackUses, usesOf } from './uses.ts'

const PERSON = classNumber('person')
const ALL = LOOK_CLASSES.map(classNumber)
/** The share of a day for people who wait at the screen; more of their checks wait for their class. */
const AT_ONCE_PCT = 5

/** How long a check waits here before the engine of its slot is asked instead. */
const PATIENCE = [
  { class: classNumber('guarantee'), ms: DAY },
  { class: classNumber('smart_filter'), ms: HOUR },
]

export const BROKER: Broker = {
  allowance: pacedDay,
  due(tx, property, published, limit) {
    const day = dayOfProperty(tx, property, published)
    const most = Math.min(limit, headroom(tx, propertyQueue(property), day).left)
    if (most === 0) return NONE
    const at_once = Math.floor((perDay(day) * AT_ONCE_PCT) / 100) - usesOf(tx, property, googleDay(tx.now), PERSON)
    const people = turns(tx, property, [PERSON], Math.min(most, at_once))
    const paced = headroom(tx, propertyQueue(property), pacedDay(tx, property, published)).left
    const others = turns(tx, property, ALL, Math.min(most, paced) + people.length)
    const rest = others
      .filter((id) => !people.includes(id))
      .slice(0, Math.max(0, Math.min(most, paced) - people.length))
    const ids = [...people, ...rest]
    return { ids, more: ids.length === limit }
  },
  taken: (tx, property, asked) => void addUses(tx, property, asked),
  givenBack: (tx, property, unasked) => void takeBackUses(tx, property, unasked),
  closed: (tx, property) => void countRefusal(tx, property),
  release: (tx, property, limit) =>
    PATIENCE.reduce(
      (sum, { class: of, ms }) => sum + leaveLate(tx, property, { class: of, before: plus(tx.now, -ms), limit }),
      0,
    ),
}
