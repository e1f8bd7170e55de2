/** Checkboxes on the rows of a list, and acts on the ticked rows. */
import type { Child } from '../../jsx/elements.ts'
import { Button } from '../button.tsx'
import { type Fields, Hidden } from '../forms/post.tsx'
import { ONCE } from '../hx.ts'
import type { IconName } from '../icon.tsx'
import type { Column } from './table.tsx'

type RowCheckbox = { value: string; label: string; url?: string }

export const pickColumn = <Row,>(field: string, of: (row: Row) => RowCheckbox): Column<Row> => ({
  label: 'Select',
  class: 'pick',
  head: (
    <>
      <span class="vh">Select</span>
      <input type="checkbox" class="js-only" aria-label="Select all on this page" />
    </>
  ),
  cell: (row) => {
    const { value, label, url } = of(row)
    return (
      <input type="checkbox" form="picked" name={field} value={value} data-url={url} aria-label={`Select ${label}`} />
    )
  },
})

type PickedFormProps = { action: string; self: string; fields?: Fields; children?: Child }

/** The form of the checkboxes on the list at `self`. Its first button does nothing, for Enter in a checkbox. */
export const PickedForm = ({ action, self, fields = {}, children }: PickedFormProps) => (
  <form id="picked" class="row" method="post" action={action} {...ONCE}>
    <button type="submit" formmethod="get" formaction={self} hidden>
      Reload the list
    </button>
    <Hidden fields={fields} />
    <output class="muted js-only" id="picked-count" for="list">
      None selected
    </output>
    {children}
  </form>
)

/** Label of a button by the number of ticked rows; without JavaScript it cannot count them. */
export type PickedWords = { none: string; one: string; many: string }

type PickedButtonProps = PickedWords & { icon: IconName; formaction?: string }

export const PickedButton = ({ none, one, many, ...rest }: PickedButtonProps) => (
  <Button class="btn small" {...rest}>
    <span data-none={none} data-one={one} data-many={many}>
      {none}
    </span>
  </Button>
)

export const AGAIN = { none: 'Push selected again', one: 'Push this one again', many: 'Push these {n} again' }

/** Asks first, with the numbers: links that were sent already are not stopped. */
export const StopPicked = ({ action }: { action: string }) => (
  <PickedButton
    formaction={action}
    icon="ban"
    none="Stop pushing selected"
    one="Stop pushing this one"
    many="Stop pushing these {n}"
  />
)

export const CopyPicked = ({ label = 'Copy the list' }: { label?: string }) => (
  <Button type="button" class="btn small js-only" data-do="copy-picked" icon="copy" label={label} />
)
