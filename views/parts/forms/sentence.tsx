/**
 * A form as sentences with fields in them: `Every {interval}, push {only} links.` A line is a paragraph. Rare rules are
 * in a fold, whose closed line says which of them are not as usual.
 */

import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { inPlainEnglish, type Stored, say, sayStored } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Icon } from '../icon.tsx'
import { many as inEnglish } from '../text/format.ts'
import { codesOf, kindOf } from './codes.ts'
import { type Choice, ErrorLine, Select, Tick } from './field.tsx'
import { choicesOf, errorAt, type FieldSchema, type FormSchema, type Issue, inputOf, titleOf } from './schema-fields.ts'

export type SentenceForm = {
  to?: Reader | undefined
  schema: FormSchema
  values: Readonly<Record<string, unknown>> | undefined
  issues: readonly Issue[]
  id?: string | undefined
  /** Meaning of an empty field, as its placeholder. */
  empty?: Readonly<Record<string, string>> | undefined
  /** Labels of choices by field; a field that is true or false needs both. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  labels?: Readonly<Record<string, string>> | undefined
  /** The noun of a list of choices: its boxes are in a menu that is named `6 sections`. */
  counts?: Readonly<Record<string, string>> | undefined
  /** Attributes of a control that its schema does not have. */
  inputs?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

/** Sentences with the names of fields in brackets: `said('Every {days} days.', { days: '{interval_days}' })`. */
export type SentenceText = Stored

/** Controls in sentences: `{hour}`, or `{events.finished}`, whether a list has this entry. */
export const controlsInText = (text: SentenceText): { name: string; entry: string | undefined }[] =>
  [...inPlainEnglish(text).matchAll(/\{(\w+)(?:\.(\w+))?\}/g)].map(([, name, entry]) => ({ name: name!, entry }))

/** Names of the fields in sentences. */
export const namesInText = (text: SentenceText): string[] => [...new Set(controlsInText(text).map(({ name }) => name))]

/** `small`: in a panel or a fold. */
export const Sentences = ({ text, small, ...form }: SentenceForm & { text: SentenceText; small?: boolean }) => (
  <div class={['say', small && 's']}>
    {sayStored(form.to ?? ENGLISH, text)
      .split('\n')
      .map((line) => (
        <p>
          {line
            .split(/(\{[\w.]+\}[.,:;?)]*)/)
            .map((part) => (part.startsWith('{') ? <WithStop part={part} form={form} /> : part))}
        </p>
      ))}
    {namesInText(text).flatMap((name) => {
      const error = errorAt(form.issues, name)
      return error === undefined ? (
        []
      ) : (
        <ErrorLine>{`${sayStored(form.to ?? ENGLISH, form.labels?.[name] ?? titleOf(form.schema, name))}: ${error}`}</ErrorLine>
      )
    })}
  </div>
)

/** A field and the stop behind it stay on one line. */
function WithStop({ part, form }: { part: string; form: SentenceForm }) {
  const [, name = '', stop = ''] = /^\{([\w.]+)\}(.*)$/.exec(part)!
  const field = <Inline name={name} {...form} />
  return stop === '' ? (
    field
  ) : (
    <span class="nw">
      {field}
      {stop}
    </span>
  )
}

/** A field that may be null is drawn as its other type: blank means null. */
const bare = (given: FieldSchema): FieldSchema =>
  given.anyOf?.find(({ type }) => type !== 'null' && type !== undefined) ?? given

const choicesIn = (field: FieldSchema, words: Readonly<Record<string, string>> | undefined): Choice[] | null =>
  field.type === 'boolean'
    ? ['true', 'false'].map((value) => ({ value, label: words?.[value] ?? value }))
    : (choicesOf(field, words) ?? (words ? Object.entries(words).map(([value, label]) => ({ value, label })) : null))

function Inline({
  to = ENGLISH,
  name: at,
  schema,
  values,
  issues,
  id,
  empty,
  words,
  labels,
  counts,
  inputs,
}: SentenceForm & { name: string }) {
  const [name = '', entry] = at.split('.')
  const given = (schema.properties[name] ?? {}) as FieldSchema
  const field = bare(given)
  const text = String(entry ? [values?.[name]].flat().includes(entry) : (values?.[name] ?? field.default ?? ''))
  const control = {
    id: id ? `${id}-${at}` : at,
    name: at,
    'aria-label': sayStored(to, labels?.[at] ?? titleOf(schema, name)),
    ...(errorAt(issues, name) ? { 'aria-invalid': 'true' } : {}),
  }
  if (field.type === 'array' && !entry)
    return (
      <Ticks to={to} control={control} words={words?.[name] ?? {}} chosen={values?.[name]} counts={counts?.[name]} />
    )
  const required = schema.required?.includes(name) && given === field
  const kind = kindOf(given)
  const none = given === field ? [] : [{ value: '', label: sayStored(to, empty?.[name] ?? '–') }]
  const choices = kind
    ? [...none, ...codesOf(to, kind, text)]
    : choicesIn(entry ? { type: 'boolean' } : field, words?.[at] ?? words?.[name])?.map((choice) => ({
        ...choice,
        label: sayStored(to, choice.label),
      }))
  if (choices)
    return (
      <span class="f" aria-invalid={control['aria-invalid']}>
        <Select control={{ ...control, class: '', 'data-kind': kind }} choices={choices} value={text} />
        <Icon name="chevrons-up-down" />
      </span>
    )
  const number = field.type === 'integer' || field.type === 'number'
  const shape = number
    ? [(field.maximum ?? 1000) > 999 && 'w4']
    : ['text', (field.maxLength ?? 0) > 500 && !field.writeOnly && 'wide']
  return (
    <input
      class={['f', ...shape]}
      {...control}
      required={required}
      placeholder={empty?.[name] && sayStored(to, empty[name])}
      {...inputOf(field)}
      {...inputs?.[name]}
      value={text}
    />
  )
}

type TicksProps = {
  to: Reader
  control: { id: string; name: string }
  words: Readonly<Record<string, string>>
  chosen: unknown
  counts: string | undefined
}

/** A list of choices: a box for each, side by side or in a menu that says how many are ticked. */
function Ticks({ to, control: { id, name }, words, chosen, counts }: TicksProps) {
  const ticked = [chosen].flat()
  const boxes = Object.entries(words).map(([value, label]) => (
    <Tick
      id={`${id}-${value}`}
      name={name}
      value={value}
      label={sayStored(to, label)}
      checked={ticked.includes(value)}
    />
  ))
  if (counts === undefined) return <span class="ticks">{boxes}</span>
  return (
    <span class="anchor">
      <button type="button" class="f" popovertarget={`${id}-menu`}>
        <span data-counts={counts}>
          {inEnglish(Object.keys(words).filter((one) => ticked.includes(one)).length, counts)}
        </span>
        <Icon name="chevrons-up-down" />
      </button>
      <span class="menu below ticks" id={`${id}-menu`} popover="auto">
        {boxes}
      </span>
    </span>
  )
}

/** Values of a form that nobody changed; a field without one is never named. */
export type Usual = Readonly<Record<string, unknown>>

type RareProps = SentenceForm & { text: SentenceText; usual: Usual; names: readonly string[]; children?: Child }

export function RareRules({ text, usual, names, children, ...form }: RareProps) {
  const to = form.to ?? ENGLISH
  const changed = names.filter(
    (name) => Object.hasOwn(usual, name) && wordOf(form, name, form.values?.[name]) !== wordOf(form, name, usual[name]),
  )
  const wrong = form.issues.length > 0 && names.some((name) => errorAt(form.issues, name))
  return (
    <details class="rare" open={wrong}>
      <summary>
        <Icon name="chevron-right" />
        <b>{say(to, '{rules, plural, one {# rare rule} other {# rare rules}}', { rules: names.length })}</b>
        <span>
          {changed.length === 0
            ? say(to, 'as usual')
            : say(to, '{rules, plural, one {# changed} other {# changed}}', { rules: changed.length })}
        </span>
        <span class="soft">
          {changed
            .map((name) => `${sayStored(to, titleOf(form.schema, name))}: ${wordOf(form, name, form.values?.[name])}`)
            .join(' · ')}
        </span>
      </summary>
      {text !== '' && <Sentences text={text} small {...form} />}
      {children}
    </details>
  )
}

/** A value in the words of its field. */
function wordOf({ to, schema, words }: SentenceForm, name: string, value: unknown): string {
  const choices = choicesIn(bare((schema.properties[name] ?? {}) as FieldSchema), words?.[name])
  if (Array.isArray(value)) return value.join(', ')
  const text = value === null || value === undefined ? '' : String(value)
  return sayStored(to ?? ENGLISH, choices?.find((choice) => choice.value === text)?.label ?? text)
}
