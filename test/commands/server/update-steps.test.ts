/** Every step of an update, ended before, within and after it: nothing that comes after a kill has an effect. */
import { expect, test } from 'bun:test'
import {
  restoreBefore,
  resume,
  type Step,
  type UpdateActions,
  update,
} from '../../../src/commands/server/update/steps.ts'

type Machine = { program: 'old' | 'new'; schema: number; running: boolean; step: Step | null }

class Killed extends Error {}

/** `dies`: at which of its acts the run is killed. `ready`: whether the new version gets ready. */
function handsOf(machine: Machine, ready: boolean, dies = Number.POSITIVE_INFINITY): UpdateActions {
  let acts = 0
  const set = (changed: Partial<Machine>) => void Object.assign(machine, changed)
  const act = <T>(work: () => T): T => {
    if (++acts >= dies) throw new Killed()
    const done = work()
    if (++acts >= dies) throw new Killed()
    return done
  }
  return {
    record: (step) => act(() => set({ step: step })),
    stop: () => act(() => set({ running: false })),
    start: () =>
      act(() => {
        startOn(machine)
        machine.running = true
      }),
    ready: async (as) => act(() => (as === 'before' || ready ? null : 'it does not answer')),
    isNew: async () => act(() => machine.program === 'new'),
    replace: () => act(() => set({ program: 'new' })),
    putBack: () => act(() => set({ program: 'old' })),
    restore: () => act(() => set({ schema: 1 })),
  }
}

/** The new version moves the schema; the old one starts on its own alone. */
function startOn(machine: Machine): void {
  if (machine.program === 'new') machine.schema = 2
  if (machine.program === 'old' && machine.schema !== 1) throw new Error('the old version cannot start on newer data')
}

const fresh = (): Machine => ({ program: 'old', schema: 1, running: true, step: null })

const ACTS = 40

test.each([true, false])(
  'a kill at any act of an update leaves a program that starts, and the next run ends it (new version gets ready: %p)',
  async (ready) => {
    let killed = 0
    for (let dies = 1; dies <= ACTS; dies++)
      for (let again = 1; again <= ACTS; again++) {
        const machine = fresh()
        const first = await update(handsOf(machine, ready, dies)).catch((error) => error)
        if (!(first instanceof Killed)) break
        killed += 1
        // Whatever is on disk starts on the data.
        expect(() => startOn({ ...machine })).not.toThrow()
        // The run after it is killed too.
        if (machine.step)
          await resume(machine.step, handsOf(machine, ready, again)).catch((error) =>
            expect(error).toBeInstanceOf(Killed),
          )
        expect(() => startOn({ ...machine })).not.toThrow()
        if (machine.step) await resume(machine.step, handsOf(machine, ready))
        if (machine.step === null) expect(machine).toMatchObject({ program: 'old', schema: 1 })
        else expect(machine).toEqual({ program: 'new', schema: 2, running: true, step: 'done' })
      }
    expect(killed).toBeGreaterThan(500)
  },
)

test('a version that does not get ready, or does not start, gives way to the one before with its data', async () => {
  const machine = fresh()
  expect(await update(handsOf(machine, false))).toEqual({ result: 'went back', why: 'it does not answer', left: null })
  expect(machine).toEqual({ ...fresh(), step: null })
  let starts = 0
  const hands = handsOf(machine, true)
  const failing: UpdateActions = {
    ...hands,
    start() {
      if (++starts === 1) throw new Error('the unit failed')
      hands.start()
    },
  }
  expect(await update(failing)).toMatchObject({ result: 'went back', why: 'the unit failed' })
  expect(machine).toEqual(fresh())
})

test('a service that cannot be stopped keeps its program', async () => {
  const machine = fresh()
  const hands = handsOf(machine, true)
  const stubborn: UpdateActions = {
    ...hands,
    stop() {
      throw new Error('it does not stop')
    },
  }
  expect(await update(stubborn)).toEqual({ result: 'unchanged', why: 'it does not stop' })
  expect(machine).toEqual(fresh())
})

test('a version that was ready comes back on demand, with the data from before', async () => {
  const machine = fresh()
  expect(await update(handsOf(machine, true))).toEqual({ result: 'updated' })
  expect(machine).toEqual({ program: 'new', schema: 2, running: true, step: 'done' })
  await restoreBefore(handsOf(machine, true), 'as ordered')
  expect(machine).toEqual(fresh())
})
