/** Checkboxes on the rows of a list, and acts on the ticked rows. */
import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../../src/kernel/language/say.ts'
import type { Child } from '../../jsx/elements.ts'
import { Button } from '../button.tsx'
import { type Fields, Hidden } from '../forms/post.tsx'
import { ONCE } from '../hx.ts'
import type { IconName } from '../icon.tsx'
import type { Column } from './table.tsx'

type RowCheckbox = { value: string; label: string; url?: string }

export const pickColumn = <Row,>(field: string, of: (row: Row) => RowCheckbox, to: Reader = ENGLISH): Column<Row> => ({
  label: text('Select'),
  class: 'pick',
  head: (
    <>
      <span class="vh">{say(to, 'Select')}</span>
      <input type="checkbox" class="js-only" aria-label={say(to, 'Select all on this page')} />
    </>
  ),
  cell: (row) => {
    const { value, label, url } = of(row)
    const words = say(to, 'Select {label}', { label })
    return <input type="checkbox" form="picked" name={field} value={value} data-url={url} aria-label={words} />
  },
})

type PickedFormProps = { to?: Reader; action: string; self: string; fields?: Fields; children?: Child }

/** The form of the checkboxes on the list at `self`. Its first button does nothing, for Enter in a checkbox. */
export const PickedForm = ({ to = ENGLISH, action, self, fields = {}, children }: PickedFormProps) => (
  <form id="picked" class="row" method="post" action={action} {...ONCE}>
    <button type="submit" formmethod="get" formaction={self} hidden>
      {say(to, 'Reload the list')}
    </button>
    <Hidden fields={fields} />
    <output
      class="muted js-only"
      id="picked-count"
      for="list"
      data-none={say(to, 'None selected')}
      data-one={say(to, '{n} selected', { n: 1 })}
      data-many={say(to, '{n} selected', { n: '{n}' })}
    >
      {say(to, 'None selected')}
    </output>
    {children}
  </form>
)

/** Label of a button by the number of ticked rows; without JavaScript it cannot count them. */
export type PickedWords = { none: string; one: string; many: string }
const N = { n: '{n}' }

type PickedButtonProps = PickedWords & { icon: IconName; formaction?: string }

export const PickedButton = ({ none, one, many, ...rest }: PickedButtonProps) => (
  <Button class="btn small" {...rest}>
    <span data-none={none} data-one={one} data-many={many}>
      {none}
    </span>
  </Button>
)

export const againWords = (to: Reader = ENGLISH): PickedWords => ({
  none: say(to, 'Push selected again'),
  one: say(to, 'Push this one again'),
  many: say(to, 'Push these {n} again', N),
})

/** Asks first, with the numbers: links that were sent already are not stopped. */
export const StopPicked = ({ to = ENGLISH, action }: { to?: Reader; action: string }) => (
  <PickedButton
    formaction={action}
    icon="ban"
    none={say(to, 'Stop pushing selected')}
    one={say(to, 'Stop pushing this one')}
    many={say(to, 'Stop pushing these {n}', N)}
  />
)

export const CopyPicked = ({ to = ENGLISH, label = COPY }: { to?: Reader; label?: Text }) => (
  <Button type="button" class="btn small js-only" data-do="copy-picked" icon="copy" label={say(to, label)} />
)

const COPY = text('Copy the list')
