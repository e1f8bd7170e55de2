/** Reads a form that shows every field of a part of an operation's input. */
import type { TObject } from 'typebox'
import { fromText } from '../../../src/kernel/operation/shape.ts'
import type { FieldSchema, Issue } from './form.tsx'

/**
 * A blank secret keeps the stored one; any other blank field that may be null is cleared; a box without a tick is
 * false. A value that cannot be parsed stays text, so that the operation refuses it by name.
 */
export function parseForm(
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

/** Issues of a part, at the fields of its form. */
export const issuesOfPart = (issues: readonly Issue[], part: string): Issue[] =>
  issues.map(({ path, message }) => ({
    path: path.replace(new RegExp(`^/?${part.replaceAll('.', '[./]')}[./]`), ''),
    message,
  }))
