/** Reading a form of which all fields stand on the page, for an operation that takes them as a part of its input. */
import type { TObject } from 'typebox'
import { fromText } from '../../../src/kernel/operation/shape.ts'
import type { FieldSchema, Issue } from './form.tsx'

/**
 * A secret that is left blank stays as it is; any other field that may be null is cleared by a blank; a box without a
 * tick is false. What does not read stays text, for the operation to refuse by name.
 */
export function filled(
  schema: TObject,
  form: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const name of names) {
    const field = schema.properties[name] as FieldSchema
    const text = form[name]?.trim() ?? ''
    if (text) Object.assign(out, fromText(schema, { [name]: text }))
    else if (field.type === 'boolean') out[name] = false
    else if (field.type === 'array') out[name] = []
    else if (isNullable(field) && !isSecret(field)) out[name] = null
  }
  return out
}

const isNullable = ({ anyOf = [] }: FieldSchema): boolean => anyOf.some(({ type }) => type === 'null')
const isSecret = ({ writeOnly, anyOf = [] }: FieldSchema): boolean => writeOnly === true || anyOf.some(isSecret)

/** The faults of a part, at the fields of its form. */
export const issuesOfPart = (issues: readonly Issue[], part: string): Issue[] =>
  issues.map(({ path, message }) => ({
    path: path.replace(new RegExp(`^/?${part.replaceAll('.', '[./]')}[./]`), ''),
    message,
  }))
