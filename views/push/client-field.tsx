/** The client of an order: found by name, or guessed from the URLs. */

import { Field } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { number } from '../parts/text/format.ts'
import { isolated, Name } from '../parts/text/name.tsx'
import type { ClientGuess, ClientOption } from './client-of-order.ts'

type ClientProps = {
  clients: readonly ClientOption[]
  guessed?: ClientGuess
  /** Typed name; blank means a guess. */
  value: string
  issues?: readonly Issue[]
}

const ClientField = (props: ClientProps) => (
  <Field name="client" label="For" error={errorAt(props.issues ?? [], 'client')} hint={<ClientNote {...props} />}>
    {(control) => (
      <>
        <input
          class="input"
          {...control}
          value={props.value}
          list="client-list"
          placeholder="By the links"
          autocomplete="off"
          maxlength="200"
        />
        <datalist id="client-list">
          {props.clients.map(({ name, left }) => (
            <option value={name}>{`${name} · ${number(left)} available`}</option>
          ))}
        </datalist>
      </>
    )}
  </Field>
)

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
        pays, as last time, unless the links are another client's. Enter a name to change it.
      </>
    )
  if (value === '' && guessed)
    return (
      <>
        <b>{guessed.host}</b> belongs to{' '}
        <b>
          <Name of={guessed.name} />
        </b>
        , which pays. Enter another name to change it.
      </>
    )
  return (
    <>
      {value === '' ? `${isolated(clients[0]?.name ?? '')} pays. Enter a name to choose another.` : 'Its credits pay.'}
    </>
  )
}

/** The note again while the visitor types. */
export const ClientNotePart = (props: ClientProps) => (
  <>
    {props.clients.length > 1 && (
      <hx-partial hx-target="#client-note" hx-swap="innerHTML">
        <ClientNote {...props} />
      </hx-partial>
    )}
  </>
)
