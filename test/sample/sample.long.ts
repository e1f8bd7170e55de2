/** The executable makes the sample in a process of its own, while the install answers. */
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { wrongBooks } from '../../src/domains/system/index.ts'
import { keepSample } from '../../src/sample/index.ts'
import { startAsBinary } from '../e2e/binary.ts'
import { world } from '../world.ts'

const MOST_MS = 120_000

test(
  'it says how far it is, and what it made has books that balance',
  async () => {
    await startAsBinary()
    const w = world()
    const sample = keepSample(w.app)
    const heard = new Set<number>()
    sample.make()
    while (sample.state().state === 'making') {
      heard.add(sample.state().done)
      await Bun.sleep(20)
    }
    expect(sample.state()).toMatchObject({ state: 'ready', workspace_id: expect.any(String) })
    expect(heard.size).toBeGreaterThan(2)
    const { db } = sample.opened()!.app
    expect(db.read(wrongBooks)).toEqual([])
    const links = db.read((tx) => tx.rows<{ state: string }>('select distinct state from links order by state'))
    expect(links.map(({ state }) => state)).toEqual(['flagged', 'held_out', 'indexed', 'not_indexed', 'sent'])
    expect(db.read((tx) => tx.number('select count(*) from task_runs where error is not null'))).toBe(0)

    // A kill of the process that makes it leaves no part of it.
    sample.remove()
    sample.make()
    await Bun.sleep(300)
    sample.remove()
    await Bun.sleep(500)
    expect(sample.state()).toMatchObject({ state: 'none' })
    expect(readdirSync(w.folder).filter((name) => name.startsWith('sample'))).toEqual([])
    sample.close()
    w.close()
  },
  MOST_MS,
)
