import type { FieldSchema, FormSchema } from '../parts/forms/form.tsx'
import { ADAPTER_WORDS } from './words.ts'

/** The fields of a supplier or an engine, its adapters under the names that people know. */
export function named({ properties, required }: FormSchema): FormSchema {
  const adapter = properties.adapter as FieldSchema
  const choices = (adapter.enum ?? []).map((value) => ({ const: value, title: ADAPTER_WORDS[String(value)] }))
  return {
    properties: { ...properties, adapter: { title: 'Supplier', anyOf: choices } },
    required: [...(required ?? []), 'adapter'],
  }
}
