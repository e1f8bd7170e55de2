/** How the files begin that ask every operation. */
import { afterAll, test } from 'bun:test'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { type Cast, openCast } from './cast.ts'

/** A cast for the tests of this file. */
export async function castOfFile(): Promise<Cast> {
  const cast = await openCast()
  afterAll(() => cast.close())
  return cast
}

/** A test for each; its name has that of the operation at `%s`. */
export const forEachOperation = (chosen: readonly AnyOperation[] = operations) =>
  test.each(chosen.map((one) => [one.name, one] as const))
