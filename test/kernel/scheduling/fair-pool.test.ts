import { describe, expect, test } from 'bun:test'
import { FairPool, FREE_WORK, OWN_WORK, type Party } from '../../../src/kernel/scheduling/fair-pool.ts'

const of = (agency: string, workspace = agency): Party => ({ agency, workspace })

/** Lets in whoever may, and says who that was. */
function letIn(pool: FairPool<string>): string[] {
  const names: string[] = []
  for (let next = pool.next(); next; next = pool.next()) names.push(next.item)
  return names
}

function fill(pool: FairPool<string>, party: Party, n: number): void {
  for (let i = 1; i <= n; i++) pool.add(party, `${party.workspace}${i}`)
}

describe('a pool of places', () => {
  test('keeps an eighth for new agencies and an eighth for new workspaces, which start at once', () => {
    const pool = new FairPool<string>(16)
    fill(pool, of('agency', 'a'), 100)
    expect(letIn(pool)).toHaveLength(12)
    fill(pool, of('agency', 'b'), 5)
    expect(letIn(pool)).toEqual(['b1', 'b2'])
    fill(pool, of('rival', 'c'), 5)
    expect(letIn(pool)).toEqual(['c1', 'c2'])
  })

  test('names who holds two places more than the one that waits, until they are even', () => {
    const pool = new FairPool<string>(8)
    fill(pool, of('agency', 'a'), 20)
    expect([letIn(pool).length, pool.debtor()]).toEqual([6, undefined])
    fill(pool, of('agency', 'b'), 20)
    expect(letIn(pool)).toEqual(['b1'])
    const held = { a: 6, b: 1 }
    for (let debtor = pool.debtor(); debtor; debtor = pool.debtor()) {
      expect(debtor).toEqual(of('agency', 'a'))
      pool.leave(debtor)
      held.a--
      held.b += letIn(pool).length
    }
    expect(held).toEqual({ a: 3, b: 3 })
    fill(pool, of('rival', 'c'), 9)
    letIn(pool)
    expect(pool.debtor()).toEqual(of('agency', 'a'))
  })

  test('serves strangers last, and never on more than a quarter of the places', () => {
    const pool = new FairPool<string>(16)
    fill(pool, FREE_WORK, 50)
    expect(letIn(pool)).toEqual(['strangers1', 'strangers2', 'strangers3', 'strangers4'])
    fill(pool, of('a'), 50)
    expect(letIn(pool)).toHaveLength(8)
    pool.leave(FREE_WORK)
    pool.leave(of('a'))
    expect(letIn(pool)).toEqual(['a9', 'a10'])
    const one = new FairPool<string>(1, 0)
    for (const party of [FREE_WORK, of('a'), OWN_WORK]) one.add(party, party.agency || 'own')
    expect(one.next()!.item).not.toBe('strangers')
  })

  test('gives nothing to whoever has half while another waits', () => {
    const pool = new FairPool<string>(16)
    fill(pool, of('a'), 100)
    letIn(pool)
    fill(pool, of('b'), 100)
    letIn(pool)
    const held = { a: 12, b: 4 }
    for (let i = 0; i < 40; i++) {
      const gone = held.a > held.b ? 'a' : 'b'
      pool.leave(of(gone))
      held[gone]--
      for (const name of letIn(pool)) {
        const agency = name[0] as 'a' | 'b'
        if (agency === 'a') expect(held.a).toBeLessThan(8)
        held[agency]++
      }
    }
    expect(held).toEqual({ a: 7, b: 7 })
  })

  test('serves agencies in turn, in each its workspaces in turn, in each first come, first served', () => {
    const pool = new FairPool<string>(1, 0)
    fill(pool, of('agency', 'x'), 3)
    fill(pool, of('agency', 'y'), 2)
    fill(pool, of('rival', 'z'), 2)
    const served: string[] = []
    for (let next = pool.next(); next; next = pool.next()) {
      served.push(next.item)
      pool.leave(next.party)
    }
    expect(served).toEqual(['x1', 'z1', 'y1', 'z2', 'x2', 'y2', 'x3'])
    expect(pool.isIdle).toBe(true)
  })

  test('keeps nothing from the install itself', () => {
    const pool = new FairPool<string>(8)
    fill(pool, OWN_WORK, 9)
    expect(letIn(pool)).toHaveLength(8)
  })

  test('of one place lets everybody in, one after the other', () => {
    const pool = new FairPool<string>(1)
    fill(pool, of('a'), 2)
    expect(letIn(pool)).toEqual(['a1'])
    pool.leave(of('a'))
    expect(letIn(pool)).toEqual(['a2'])
  })
})
