import { Button } from '../parts/button.tsx'
import { Field } from '../parts/forms/field.tsx'
import type { Parameter, Route } from './document.ts'

type TryProps = { route: Route; parameters: readonly Parameter[]; body: unknown; signed_in: boolean }

/** A form that sends the call with `static/try.js`. */
export const Try = ({ route: { method, path }, parameters, body, signed_in }: TryProps) => (
  <>
    <p class="no-script">This form needs JavaScript; the calls above need none.</p>
    <form class="form js-only" data-try={method} data-path={path}>
      <Field
        name="key"
        id="try-key"
        label="API key"
        hint={
          signed_in
            ? 'Without one, the call is yours. A key stays in this tab until it is closed.'
            : 'It stays in this tab until that is closed. Signed-in people need none.'
        }
      >
        {(control) => <input {...control} class="input" type="password" autocomplete="off" placeholder="ipk_…" />}
      </Field>
      {parameters.map(({ name, in: place, required, example }) => (
        <Field name={name} id={`try-${name}`} label={name}>
          {(control) => (
            <input
              {...control}
              class="input"
              data-in={place}
              required={required}
              autocomplete="off"
              value={place === 'query' && example !== undefined ? textOf(example) : ''}
              placeholder={place === 'path' ? textOf(example ?? '') : undefined}
            />
          )}
        </Field>
      ))}
      {body !== undefined && (
        <Field name="body" id="try-body" label="Body">
          {(control) => (
            <textarea {...control} class="input urls" data-in="body" spellcheck="false">
              {JSON.stringify(body, null, 2)}
            </textarea>
          )}
        </Field>
      )}
      <div class="actions">
        <Button class="btn primary" icon="send" label="Send" />
        {method !== 'GET' && <span class="small muted">This is not a dry run: the call is made.</span>}
      </div>
      <div data-try-answer role="status" />
    </form>
  </>
)

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
