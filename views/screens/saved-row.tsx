/** A setting that is saved as it changes: a form of its own, whose answer takes its place. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Child } from '../jsx/elements.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { ErrorLine } from '../parts/forms/field.tsx'
import { type FormProps, type FormSchema, fieldOf, type Issue } from '../parts/forms/form.tsx'
import { Help } from '../parts/forms/help.tsx'
import { type Fields, Hidden } from '../parts/forms/post.tsx'
import { controlsInText, namesInText, Sentences, type SentenceText } from '../parts/forms/sentence.tsx'
import { hx } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'

export type Values = Readonly<Record<string, unknown>>
/** A name, a line below it, and a sentence with the fields. With an icon, the sentence says the name itself. */
export type SavedRow = {
  label: string
  note?: Child
  text: SentenceText
  /** A shorter sentence while the other fields mean nothing. They are sent as they are. */
  brief?: (values: Values) => SentenceText | null
  icon?: IconName
  tone?: 'warn' | 'bad' | 'info'
  /** Below the sentence: buttons that send a value of the row. Enter in a field presses the first button, Save. */
  beside?: (values: Values) => Child
}

const idOf = (id: string, row: number): string => `${id}-row-${row}`

export const textOf = (value: unknown): string[] =>
  value === null || value === undefined ? [''] : [value].flat().map((one) => String(one))

/** The values of the controls in a sentence, as a form sends them. */
export const fieldsOf = (text: SentenceText, values: Values): Fields =>
  Object.fromEntries(
    controlsInText(text).map(({ name, entry }) =>
      entry ? [`${name}.${entry}`, String(textOf(values[name]).includes(entry))] : [name, textOf(values[name])],
    ),
  )

/** The answer takes the place of the row. Morphed, its fields keep what is being typed; replaced, they do not. */
export const into = (post: string, id: string, row: number, swap: 'outerMorph' | 'outerHTML' = 'outerMorph') =>
  hx({ post, target: `#${idOf(id, row)}`, swap })

/** Fields of a row that its shorter sentence leaves out. */
const hiddenOf = (text: SentenceText, shown: SentenceText, values: Values): Fields =>
  Object.fromEntries(
    Object.entries(fieldsOf(text, values)).filter(([name]) => !Object.hasOwn(fieldsOf(shown, values), name)),
  )

/** A sentence among settings whose facts are set elsewhere. */
export const SaidRow = ({ icon, text, note }: { icon: IconName; text: Child; note?: Child }) => (
  <div class="set said">
    <span class="need-i">
      <Icon name={icon} />
    </span>
    <div>
      <div class="say s">
        <p>{text}</p>
      </div>
    </div>
    <small>{note}</small>
  </div>
)

type RowProps = { to: Reader } & Pick<FormProps, 'labels' | 'inputs' | 'words' | 'empty'> & {
    id: string
    rows: readonly SavedRow[]
    schema: FormSchema
    action: string
    row: number
    values: Values
    note?: Child
    issues?: readonly Issue[]
    saved?: boolean
  }

const SAVED = text('Saved')

export function Row({ to, id, rows, row, action: address, schema, values, issues = [], saved, ...words }: RowProps) {
  const { note: usual, text, brief, icon, tone, beside, ...named } = rows[row]!
  const sentence = (issues.length === 0 && brief?.(values)) || text
  const label = sayStored(to, named.label)
  const given = words.note ?? usual
  const note = typeof given === 'string' ? sayStored(to, given) : given
  const { labels, empty, inputs } = words
  const names = namesInText(sentence)
  const loose = issues.filter((issue) => !names.includes(fieldOf(issue)))
  return (
    <form
      class={['set', icon && 'said']}
      id={idOf(id, row)}
      method="post"
      action={address}
      aria-label={label}
      novalidate
      {...into(address, id, row)}
      {...hx({ trigger: 'change, submit', sync: 'this:queue last' })}
    >
      <Hidden fields={{ row: `${row}`, ...hiddenOf(text, sentence, values) }} />
      {icon ? (
        <span class={['need-i', tone]}>
          <Icon name={icon} />
        </span>
      ) : (
        <div>
          {label}
          {row === 0 && <Help to={to} of={address} id={id} />}
          {note && <small>{note}</small>}
        </div>
      )}
      <div>
        <Sentences
          text={sentence}
          small
          {...{ to, id, schema, values, issues, labels, empty, inputs, words: words.words }}
        />
        {loose.map(({ message }) => (
          <ErrorLine>{message}</ErrorLine>
        ))}
      </div>
      {icon && (
        <small>
          {note}
          {row === 0 && <Help to={to} of={address} id={id} />}
        </small>
      )}
      {saved && <Chip to={to} word={SAVED} icon="check" tone="ok" />}
      <Button class="btn small no-script" label={say(to, 'Save')} of={label} />
      <ApiEquivalent to={to} of={address} short />
      {beside?.(values)}
    </form>
  )
}
