import type { Child } from '../../jsx/elements.ts'
import { Icon } from '../icon.tsx'

export type FieldProps = {
  name: string
  label: string
  hint?: Child
  error?: string | undefined
  id?: string
  help?: Child
  children?: (control: { id: string; name: string; 'aria-describedby'?: string; 'aria-invalid'?: string }) => Child
}

/** A labelled control with its hint, or its error instead; the control refers to both for screen readers. */
export function Field({ name, label, hint, error, id = name, help, children }: FieldProps) {
  const note = error ?? hint
  return (
    <div class="field">
      <div class="labelled">
        <label for={id}>{label}</label>
        {help}
      </div>
      {children?.({
        id,
        name,
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
        ...(error ? { 'aria-invalid': 'true' } : {}),
      })}
      {error ? (
        <ErrorLine id={`${id}-note`}>{error}</ErrorLine>
      ) : (
        hint && (
          <p class="hint" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export const ErrorLine = ({ id, children }: { id?: string; children?: Child }) => (
  <p class="error" id={id}>
    <Icon name="triangle-alert" />
    <span>{children}</span>
  </p>
)

/** An error of the whole form. */
export const FormAlert = ({ error, id }: { error: string | undefined; id?: string }) => (
  <>
    {error && (
      <div role="alert">
        <ErrorLine id={id}>{error}</ErrorLine>
      </div>
    )}
  </>
)

/** `group`: above its choices. `second`: a value at its right, where the list is searched. */
export type Choice = { value: string; label: string; group?: string; second?: string }
type SelectProps = { control: Record<string, unknown>; choices: readonly Choice[]; value: string }

/** With eight choices or more, the script opens it with a search; `data-foot` of the control is the id of its last line. */
export const Select = ({ control, choices, value }: SelectProps) => (
  <select class="input" {...control}>
    {[...Map.groupBy(choices, ({ group }) => group)].map(([group, some]) => {
      const options = some.map((choice) => (
        <option value={choice.value} selected={choice.value === value} data-second={choice.second}>
          {choice.label}
        </option>
      ))
      return group ? <optgroup label={group}>{options}</optgroup> : options
    })}
  </select>
)

type TickProps = {
  name: string
  label: Child
  hint?: Child
  checked?: boolean
  value?: string
  id?: string
  type?: 'checkbox' | 'radio'
}

/** A checkbox or radio button with a line under it. The form reader takes a ticked box as true. */
export const Tick = ({ name, label, hint, checked, value = 'true', id = name, type = 'checkbox' }: TickProps) => (
  <span class="tick">
    <input
      type={type}
      name={name}
      id={id}
      value={value}
      checked={checked}
      aria-describedby={hint ? `${id}-note` : undefined}
    />
    <label for={id}>{label}</label>
    {hint && <small id={`${id}-note`}>{hint}</small>}
  </span>
)
