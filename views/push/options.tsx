/** Options of an order: its name; for a push, its schedule and exceptions; for a check, its engine. */
import { Section } from '../kit/fold.tsx'
import { type Choice, Field, Select, Tick } from '../parts/forms/field.tsx'
import { errorAt } from '../parts/forms/form.tsx'
import { many } from '../parts/text/format.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { type OrderValues, PUSH } from './order.ts'
import type { OrderProps } from './order-props.ts'

type OptionsProps = Pick<OrderProps, 'kind' | 'values' | 'suggested' | 'issues' | 'engines'>

export function Options(props: OptionsProps) {
  const { values, issues = [] } = props
  return (
    <Section title="Options">
      <div class="opts">
        <Field name="name" label="Name" error={errorAt(issues, 'name')} hint={<NameNote {...props} />}>
          {(control) => (
            <input
              class="input"
              {...control}
              value={values.name}
              maxlength="200"
              autocomplete="off"
              placeholder={props.suggested}
            />
          )}
        </Field>
        {props.kind === PUSH ? <PushOptions {...props} /> : <Engines {...props} />}
      </div>
    </Section>
  )
}

/** Choice of engine, with its cost. */
const Engines = ({ values, engines = [] }: OptionsProps) => (
  <fieldset class="stack">
    <legend class="label-like">Ask</legend>
    {engines.map(({ engine, credits }, at) => (
      <Tick
        type="radio"
        name="engine"
        id={`engine-${engine}`}
        value={engine}
        label={ENGINE_WORDS[engine].title}
        hint={<PerLink credits={credits} free={engine === 'scan_standard'} />}
        checked={engines.some((one) => one.engine === values.engine) ? values.engine === engine : at === 0}
      />
    ))}
  </fieldset>
)

const PerLink = ({ credits, free }: { credits: number; free?: boolean }) => (
  <>
    <span class="nowrap">{many(credits, 'check credit')}</span> per link
    {free && '; none where Search Console answers'}
  </>
)

const PushOptions = ({ values, issues = [] }: OptionsProps) => (
  <>
    <Field name="drip_days" label="Spread over" error={errorAt(issues, 'drip_days')}>
      {(control) => <Select control={control} choices={DRIP} value={String(values.drip_days)} />}
    </Field>
    <Tick
      name="smart"
      label="Push only links not indexed"
      hint="Checks first. Indexed links are left out and refunded."
      checked={values.smart}
    />
    <Tick
      name="pre_check"
      label="Before snapshot for the report"
      hint={<PerLink credits={1} free />}
      checked={values.pre_check}
    />
    <details open={values.force_refresh || values.indexnow_force}>
      <summary>More options</summary>
      <div class="stack">
        <Tick
          name="force_refresh"
          label="Push indexed links too"
          hint="With “only links not indexed”: indexed links are sent too. Their credits are not refunded."
          checked={values.force_refresh}
        />
        <Tick
          name="indexnow_force"
          label="Send to IndexNow again"
          hint="Also links sent within 24 hours. Use it when their content changed."
          checked={values.indexnow_force}
        />
      </div>
    </details>
  </>
)

type NoteProps = Pick<OrderProps, 'suggested'> & { values: Pick<OrderValues, 'name'> }

export const NameNote = ({ suggested, values }: NoteProps) => (
  <>{values.name === '' && suggested ? `Without one: ${suggested}` : 'Shown in lists and on the report'}</>
)

const DRIP: Choice[] = [
  { value: '0', label: 'All now' },
  ...[2, 3, 5, 7, 14, 21, 30].map((days) => ({ value: String(days), label: `${days} days` })),
]
