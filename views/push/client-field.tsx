/** The client of an order: chosen, or guessed from the URLs. */

import { type Choice, Field, Select } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { number } from '../parts/text/format.ts'
import { isolated, Name } from '../parts/text/name.tsx'
import type { ClientGuess, ClientOption } from './client-of-order.ts'

type ClientProps = {
  clients: readonly ClientOption[]
  guessed?: ClientGuess
  /** Chosen name; blank means a guess. */
  value: string
  issues?: readonly Issue[]
}

const ClientField = (props: ClientProps) => (
  <Field name="client" label="For" error={errorAt(props.issues ?? [], 'client')} hint={<ClientNote {...props} />}>
    {(control) => (
      <Select
        control={{ ...control, 'data-foot': 'client-note' }}
        choices={[{ value: '', label: 'By the links' }, ...choicesAmong(props)]}
        value={props.value}
      />
    )}
  </Field>
)

/** A name in an address, which may be of nobody, stays to be corrected. */
const choicesAmong = ({ clients, value }: ClientProps): Choice[] => [
  ...(value === '' || clients.some(({ name }) => name === value) ? [] : [{ value, label: value }]),
  ...clients.map(({ name, left }) => ({ value: name, label: name, second: `${number(left)} available` })),
]

/** The field is folded, since the links usually determine the client. Hidden when there is one workspace. */
export const ClientChoice = (props: ClientProps) => (
  <>
    {props.clients.length > 1 && (
      <details class="change" open={props.value !== '' || errorAt(props.issues ?? [], 'client') !== undefined}>
        <summary class="btn small">Change client</summary>
        <ClientField {...props} />
      </details>
    )}
  </>
)

/** The guessed client, and why. */
const ClientNote = ({ guessed, clients, value }: ClientProps) => {
  if (value === '' && guessed?.host === null)
    return (
      <>
        <b>
          <Name of={guessed.name} />
        </b>{' '}
        pays, as last time, unless the links are another client's.
      </>
    )
  if (value === '' && guessed)
    return (
      <>
        <b>{guessed.host}</b> belongs to{' '}
        <b>
          <Name of={guessed.name} />
        </b>
        , which pays.
      </>
    )
  return <>{value === '' ? `${isolated(clients[0]?.name ?? '')} pays.` : 'Its credits pay.'}</>
}

/** The note again after each change. */
export const ClientNotePart = (props: ClientProps) => (
  <>
    {props.clients.length > 1 && (
      <hx-partial hx-target="#client-note" hx-swap="innerHTML">
        <ClientNote {...props} />
      </hx-partial>
    )}
  </>
)
