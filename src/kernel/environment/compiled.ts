import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** The validator of a schema, compiled on first use, so that the start does not wait for it. */
export function compiled<T extends TSchema>(schema: T) {
  const compile = () => Compile(schema)
  let made: ReturnType<typeof compile> | undefined
  const validator = () => {
    made ??= compile()
    return made
  }
  return {
    Check: (value: unknown): value is Static<T> => validator().Check(value),
    Errors: (value: unknown) => validator().Errors(value),
  }
}
