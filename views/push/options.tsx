/** How a push is made: for whom, under which name, when, and what is left out or taken in. */
import { Section } from '../kit/fold.tsx'
import { type Choice, Field, Select, Tick } from '../parts/field.tsx'
import { errorAt } from '../parts/form.tsx'
import { Cost } from '../parts/when.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'

export function Options(props: Pick<NewPushProps, 'values' | 'suggested' | 'issues'>) {
  const { values, issues = [] } = props
  const problem = (name: string) => errorAt(issues, name)
  return (
    <Section title="Options">
      <div class="opts">
        <Field name="name" label="Name" error={problem('name')} hint={<NameNote {...props} />}>
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
        <Field name="drip_days" label="Spread over" error={problem('drip_days')}>
          {(control) => <Select control={control} choices={DRIP} value={String(values.drip_days)} />}
        </Field>
        <Tick
          name="smart"
          label="Push only what is missing"
          hint="Checks first. Links that are in Google already are refunded."
          checked={values.smart}
        />
        <Tick
          name="pre_check"
          label="Before snapshot for the report"
          hint={
            <>
              <Cost credits={1} kind="check" /> per link
            </>
          }
          checked={values.pre_check}
        />
        <details open={values.force_refresh || values.indexnow_force}>
          <summary>More options</summary>
          <div class="stack">
            <Tick
              name="force_refresh"
              label="Push links in Google too"
              hint="With “only what is missing”: links in Google are sent too. Their credits are not refunded."
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
      </div>
    </Section>
  )
}

type NoteProps = Pick<NewPushProps, 'suggested'> & { values: Pick<PushValues, 'name'> }

/** What it is called unless somebody says otherwise. */
export const NameNote = ({ suggested, values }: NoteProps) => (
  <>{values.name === '' && suggested ? `Unless you give one: ${suggested}` : 'Shown in lists and on the report'}</>
)

const DRIP: Choice[] = [
  { value: '0', label: 'All now' },
  ...[2, 3, 5, 7, 14, 21, 30].map((days) => ({ value: String(days), label: `${days} days` })),
]
