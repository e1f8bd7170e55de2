/** A field of a form from the schema of an operation's input. */
import type { Child } from '../../jsx/elements.ts'
import { type CodeKind, codesOf, kindOf } from './codes.ts'
import { ErrorLine, Field, Select, Tick } from './field.tsx'
import { choicesOf, type FieldSchema, inputOf, worded } from './schema-fields.ts'

type SchemaFieldProps = {
  name: string
  id: string
  schema: FieldSchema
  required: boolean
  value: unknown
  error: string | undefined
  label: string | undefined
  hint: Child
  words: Readonly<Record<string, string>> | undefined
  input: Readonly<Record<string, string>> | undefined
  empty: string | undefined
  help: Child
}

/** A labelled control as its schema says. A field that may be null is drawn as its other type: blank means null. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, id, required, value, error, label, hint, words, input, empty, help } = props
  const kind = kindOf(props.schema)
  const schema = something(props.schema)
  const title = label ?? schema.title ?? worded(name)
  const note = hint ?? (kind ? undefined : schema.description)
  const given = value ?? schema.default
  if (schema.type === 'boolean')
    return <Tick name={name} id={id} label={title} hint={error ?? note} checked={given === true} />
  if (schema.type === 'array' && schema.items?.enum && words)
    return (
      <fieldset class="form">
        <legend class="label-like">{title}</legend>
        {Object.entries(words).map(([word, label]) => (
          <Tick name={name} id={`${id}-${word}`} value={word} label={label} checked={[given].flat().includes(word)} />
        ))}
        {error && <ErrorLine>{error}</ErrorLine>}
      </fieldset>
    )
  return (
    <Field name={name} id={id} label={title} hint={note} error={error} help={help}>
      {(control) => (
        <Control
          control={{ ...control, required, placeholder: empty }}
          words={words}
          input={input}
          schema={schema}
          kind={kind}
          value={given}
        />
      )}
    </Field>
  )
}

function something(schema: FieldSchema): FieldSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return branches.length === 1 && branches.length < schema.anyOf!.length
    ? { ...branches[0], ...schema, anyOf: undefined }
    : schema
}

type ControlProps = {
  control: { id: string; name: string; required: boolean; placeholder?: string | undefined }
  words: SchemaFieldProps['words']
  input: SchemaFieldProps['input']
  schema: FieldSchema
  kind: CodeKind | undefined
  value: unknown
}

function Control({ control, words, input, schema, kind, value }: ControlProps) {
  const text = Array.isArray(value) ? value.join('\n') : value === undefined || value === null ? '' : String(value)
  const choices = kind ? codesOf(kind, text) : choicesOf(schema, words)
  if (choices) {
    // HTML wants an empty first option in a required select, so `required` is left out: one choice is always selected.
    const { required, placeholder, ...rest } = control
    const none = required ? [] : [{ value: '', label: placeholder ?? '–' }]
    return <Select control={{ ...rest, 'data-kind': kind }} choices={[...none, ...choices]} value={text} />
  }
  // A field with a pattern or an input type is one line, however long: a text area does not check them.
  const isLine = schema.writeOnly || schema.pattern || input?.type || (schema.maxLength ?? 0) <= 300
  if (schema.type === 'array' || !isLine) {
    return (
      <textarea class="input" {...control} rows="4" maxlength={schema.type === 'array' ? undefined : schema.maxLength}>
        {text}
      </textarea>
    )
  }
  // The browser never gets a stored secret back.
  return <input class="input" {...control} {...inputOf(schema)} {...input} value={schema.writeOnly ? '' : text} />
}
