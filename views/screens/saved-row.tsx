/** A setting that is saved as it changes: a form of its own, whose answer takes its place. */
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Child } from '../jsx/elements.ts'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { ErrorLine } from '../parts/forms/field.tsx'
import { type FormProps, type FormSchema, fieldOf, type Issue } from '../parts/forms/form.tsx'
import { Help } from '../parts/forms/help.tsx'
import { Hidden } from '../parts/forms/post.tsx'
import { namesInText, Sentences } from '../parts/forms/sentence.tsx'
import { hx } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'

export type Values = Readonly<Record<string, unknown>>
/** A name, a line below it, and a sentence with the fields. With an icon, the sentence says the name itself. */
export type SavedRow = {
  label: string
  note?: Child
  text: string
  icon?: IconName
  /** Below the sentence: buttons that send a value of the row. Enter in a field presses the first button, Save. */
  beside?: (values: Values) => Child
}

const idOf = (id: string, row: number): string => `${id}-row-${row}`

/** The answer takes the place of the row. Morphed, its fields keep what is being typed; replaced, they do not. */
export const into = (post: string, id: string, row: number, swap: 'outerMorph' | 'outerHTML' = 'outerMorph') =>
  hx({ post, target: `#${idOf(id, row)}`, swap })

type RowProps = Pick<FormProps, 'labels' | 'inputs' | 'words' | 'empty'> & {
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

export function Row({ id, rows, row, action: address, schema, values, note, issues = [], saved, ...words }: RowProps) {
  const { label, note: usual, text, icon, beside } = rows[row]!
  const { labels, empty, inputs } = words
  const names = namesInText(text)
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
      <Hidden fields={{ row: `${row}` }} />
      {icon ? (
        <span class="need-i">
          <Icon name={icon} />
        </span>
      ) : (
        <div>
          {label}
          {row === 0 && <Help of={address} id={id} />}
          {(note ?? usual) && <small>{note ?? usual}</small>}
        </div>
      )}
      <div>
        <Sentences text={text} small {...{ id, schema, values, issues, labels, empty, inputs, words: words.words }} />
        {loose.map(({ message }) => (
          <ErrorLine>{message}</ErrorLine>
        ))}
      </div>
      {icon && (
        <small>
          {note ?? usual}
          {row === 0 && <Help of={address} id={id} />}
        </small>
      )}
      {saved && <Chip word="Saved" icon="check" tone="ok" />}
      <Button class="btn small no-script" label="Save" of={label} />
      <ApiEquivalent of={address} short />
      {beside?.(values)}
    </form>
  )
}
