/** A rule as a sentence with fields in it: `after {failover_errors} failures in {failover_window_min} min`. */
import { ErrorLine, Select } from './field.tsx'
import { choicesOf, errorAt, type FieldSchema, type FormSchema, type Issue, inputOf, titleOf } from './schema-fields.ts'

export type Rule = { label: string; text: string }

type RuleProps = Rule & {
  schema: FormSchema
  values: Readonly<Record<string, unknown>> | undefined
  issues: readonly Issue[]
  id: string | undefined
  /** Meaning of an empty field, as its placeholder. */
  empty?: Readonly<Record<string, string>> | undefined
}

/** Names of the fields in a sentence. */
export const namesIn = ({ text }: Rule): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

export function RuleField({ label, text, ...form }: RuleProps) {
  const errors = namesIn({ label, text }).flatMap((name) => errorAt(form.issues, name) ?? [])
  return (
    <div class="field">
      <span class="label">{label}</span>
      <p class="rule">
        {text
          .split(/(\{\w+\})/)
          .map((part) => (part.startsWith('{') ? <Inline name={part.slice(1, -1)} {...form} /> : part))}
      </p>
      {errors.map((error) => (
        <ErrorLine>{error}</ErrorLine>
      ))}
    </div>
  )
}

function Inline({ name, schema, values, issues, id, empty }: Omit<RuleProps, keyof Rule> & { name: string }) {
  const given = (schema.properties[name] ?? {}) as FieldSchema
  const field = given.anyOf?.find(({ type }) => type !== 'null' && type !== undefined) ?? given
  const value = values?.[name] ?? field.default ?? ''
  const control = {
    id: id ? `${id}-${name}` : name,
    name,
    placeholder: empty?.[name],
    'aria-label': titleOf({ properties: { name: { ...field, ...given } } }, 'name'),
    ...(errorAt(issues, name) ? { 'aria-invalid': 'true' } : {}),
  }
  const choices = choicesOf(field)
  const { placeholder, ...bare } = control
  if (choices) return <Select control={{ ...bare, class: 'input inline w' }} choices={choices} value={String(value)} />
  const wide = field.type === 'string' || (field.maximum ?? 0) > 10_000
  return <input class={['input', 'inline', wide && 'w']} {...control} {...inputOf(field)} value={String(value)} />
}
