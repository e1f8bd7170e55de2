import { expect } from 'bun:test'
import { rememberSent } from '../../../src/domains/pushes/index.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { CLIENTS, expectFiguresToFit, moving } from './setting.ts'

/** Numbers below `most`, always the same for a seed. */
function dice(seed: number) {
  let state = seed >>> 0
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/**
 * Moves pushes of all ages at random, ends the process at any write of what follows, and goes on after it. All books and
 * figures fit after each step; at the end every row is where its push is.
 */
export async function moveAtRandom(
  moves: number,
  seed: number,
): Promise<{ moved: number; refused: number; killed: number }> {
  const one = await moving()
  await one.call('ada', 'add_indexnow_site', { tenant_id: 'ten_bakery', host: 'bakery.example' })
  const roll = dice(seed)
  const done = { moved: 0, refused: 0, killed: 0 }
  const ids: string[] = []
  const refused = (error: unknown): null => {
    if (!(error instanceof Fault)) throw error
    done.refused++
    return null
  }
  const { write } = one.app.db
  const killedAt = async (n: number, work: () => Promise<void>) => {
    let writes = 0
    one.app.db.write = (step) => {
      if (writes++ >= n) throw new Error('killed')
      return write(step)
    }
    await work().catch((error: Error) => {
      if (error.message !== 'killed') throw error
      done.killed++
    })
    one.app.db.write = write
  }
  try {
    while (done.moved < moves) {
      const more = roll(3) === 0 ? { smart: true } : roll(4) === 0 ? { drip_days: 3 } : {}
      if (ids.length < 3 || roll(5) === 0) {
        // Northwind has credits for all; what it orders moves to clients that run short of them.
        const tenant_id = one.has(CLIENTS[0]).available > 60 ? CLIENTS[roll(3)] : 'ten_northwind'
        const pushed = await one.push(2 + roll(30), { tenant_id, ...more }).catch(refused)
        if (pushed) ids.push(pushed.id)
      }
      if (roll(2) === 0) await rememberSent(one.db, new AbortController().signal)
      one.clock.set(plus(one.clock.now(), (1 + roll(30)) * HOUR))
      if (roll(3) > 0) await killedAt(roll(12), one.work)
      const id = ids[roll(ids.length)]!
      if (await one.move(id, CLIENTS[roll(3)]!).catch(refused)) done.moved++
      expectFiguresToFit(one, false)
      await killedAt(roll(3), one.follow)
      expectFiguresToFit(one, false)
      if (roll(2) === 0) await one.follow()
    }
    await one.work()
    await one.follow()
    await rememberSent(one.db, new AbortController().signal)
    expectFiguresToFit(one)
    one.clock.set(plus(one.clock.now(), HOUR))
    await one.follow()
    expect(one.rows('select * from job_moves')).toEqual([])
    return done
  } finally {
    one.close()
  }
}
