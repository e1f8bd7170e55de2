/** A form made from an operation's input schema: labels, limits, choices and secret fields. */

import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { sayStored } from '../../../src/kernel/language/say.ts'
import { ApiEquivalent } from '../../api-equivalent/api-equivalent.tsx'
import type { Child } from '../../jsx/elements.ts'
import { ONCE } from '../hx.ts'
import { type CodeKind, codesOf, kindOf } from './codes.ts'
import { ErrorLine, Field, Select, Tick } from './field.tsx'
import { FormError } from './form-error.tsx'
import { Help } from './help.tsx'
import { type Fields, Hidden } from './post.tsx'
import { type Rule, RuleField } from './rule.tsx'
import {
  choicesOf,
  errorAt,
  type FieldSchema,
  type FormSchema,
  fieldOf,
  type Issue,
  inputOf,
  something,
  worded,
  wordsFor,
} from './schema-fields.ts'
import { namesInText, RareRules, type SentenceForm, Sentences, type SentenceText, type Usual } from './sentence.tsx'

type SchemaFieldProps = {
  to: Reader
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
function SchemaField(props: SchemaFieldProps) {
  const { to, name, id, required, value, error, label, input, empty, help } = props
  const words = wordsFor(to, props.words)
  const kind = kindOf(props.schema)
  const schema = something(props.schema)
  const title = sayStored(to, label ?? schema.title ?? worded(name))
  const hint = props.hint ?? (kind ? undefined : schema.description)
  const note = typeof hint === 'string' ? sayStored(to, hint) : hint
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
          to={to}
          control={{ ...control, required, placeholder: empty && sayStored(to, empty) }}
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

type ControlProps = {
  to: Reader
  control: { id: string; name: string; required: boolean; placeholder?: string | undefined }
  words: SchemaFieldProps['words']
  input: SchemaFieldProps['input']
  schema: FieldSchema
  kind: CodeKind | undefined
  value: unknown
}

function Control({ to, control, words, input, schema, kind, value }: ControlProps) {
  const text = Array.isArray(value) ? value.join('\n') : value === undefined || value === null ? '' : String(value)
  const choices = kind ? codesOf(to, kind, text) : choicesOf(schema, words)
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

export { errorAt, type FieldSchema, type FormSchema, fieldOf, type Issue, titleOf } from './schema-fields.ts'

/** Schema with some fields of an operation's input; the form does not ask for the others. */
export const fieldsOf = ({ properties, required }: FormSchema, names: readonly string[]): FormSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
  required: required?.filter((name) => names.includes(name)),
})

export type FormProps = {
  /** The reader of a translated page. */
  to?: Reader
  action: string
  /** Keeps the ids of two forms on one page apart. */
  id?: string
  schema: FormSchema
  verb: string
  /** Fields to show, in this order; all by default. */
  fields?: readonly string[]
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  labels?: Readonly<Record<string, string>>
  /** The noun of a list of choices in a sentence: its boxes are in a menu that is named `6 sections`. */
  counts?: Readonly<Record<string, string>>
  hints?: Readonly<Record<string, Child>>
  /** Meaning of an empty field, as its placeholder. */
  empty?: Readonly<Record<string, string>>
  /** Labels of choices by field, where the values are names for programs. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Sentences with fields in them, below the other fields. */
  rules?: readonly Rule[]
  /** The form is these sentences. Where `rare` is given, its fields and `fields` are in a fold below them. */
  sentence?: SentenceText
  rare?: SentenceText
  /** Values that the closed fold need not name. */
  usual?: Usual
  /** Attributes of a control that its schema does not have: `autocomplete`, another `type`. */
  inputs?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Hidden fields, such as an idempotency key. */
  hidden?: Fields
  class?: 'inline'
  /** `danger` cannot be undone; `plain` leaves the page's one filled button to another form. */
  tone?: 'danger' | 'plain'
  /** Makes the button as wide as the form. */
  wide?: boolean
  /** A second button. */
  beside?: Child
  /** Content above the fields, or below the sentences. */
  children?: Child
}

const TONES = { primary: 'primary', danger: 'danger', plain: null }

export function Form(props: FormProps) {
  const { to = ENGLISH, schema, issues = [] } = props
  const names = props.fields ?? Object.keys(schema.properties)
  const known = new Set([...names, ...namesOf(props)])
  const loose = issues.filter((issue) => !known.has(fieldOf(issue)))
  const drawn = names.map((name) => (
    <SchemaField
      to={to}
      name={name}
      id={props.id ? `${props.id}-${name}` : name}
      schema={(schema.properties[name] ?? {}) as FieldSchema}
      required={schema.required?.includes(name) ?? false}
      value={props.values?.[name]}
      error={errorAt(issues, name)}
      label={props.labels?.[name]}
      hint={props.hints?.[name]}
      words={props.words?.[name]}
      input={props.inputs?.[name]}
      empty={props.empty?.[name]}
      help={<Help to={to} of={props.action} field={name} id={props.id} />}
    />
  ))
  return (
    <form method="post" action={props.action} class={['form', props.class]} {...ONCE} novalidate={issues.length > 0}>
      {issues.length > 0 && <FormError to={props.to} issues={issues} loose={loose} />}
      <Hidden fields={props.hidden ?? {}} />
      {props.sentence === undefined && props.children}
      {props.sentence === undefined ? drawn : <SentencesOf {...props} to={to} names={names} drawn={drawn} />}
      {props.rules?.map((rule) => (
        <RuleField {...rule} {...sentencesIn(props)} to={to} />
      ))}
      <div class="actions">
        <button type="submit" class={['btn', TONES[props.tone ?? 'primary'], props.wide && 'wide']}>
          {sayStored(to, props.verb)}
        </button>
        {props.beside}
        <ApiEquivalent to={to} of={props.action} />
        <Help to={to} of={props.action} id={props.id} />
      </div>
    </form>
  )
}

/** Names of the fields in sentences. */
export const namesOf = ({
  rules = [],
  sentence = '',
  rare = '',
}: Pick<FormProps, 'rules' | 'sentence' | 'rare'>): string[] => [
  ...rules.flatMap(({ text }) => namesInText(text)),
  ...namesInText(sentence),
  ...namesInText(rare),
]

const sentencesIn = (props: FormProps): SentenceForm => {
  const { to, schema, values, issues = [], id, empty, words, labels, counts, inputs } = props
  return { to, schema, values, issues, id, empty, words, labels, counts, inputs }
}

function SentencesOf({ names, drawn, ...props }: FormProps & { names: readonly string[]; drawn: Child }) {
  const { sentence = '', rare, usual = {} } = props
  const form = sentencesIn(props)
  return (
    <>
      <Sentences text={sentence} {...form} />
      {props.children}
      {rare === undefined ? (
        drawn
      ) : (
        <RareRules text={rare} usual={usual} names={[...namesInText(rare), ...names]} {...form}>
          {drawn}
        </RareRules>
      )}
    </>
  )
}
