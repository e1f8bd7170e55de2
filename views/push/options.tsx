/** How a push is made: for whom, under which name, when, and what is left out or taken in. */
import { Card, CardBody } from '../parts/card.tsx'
import { type Choice, Field, Select, Tick } from '../parts/field.tsx'
import { errorAt } from '../parts/form.tsx'
import { Cost } from '../parts/when.tsx'
import { ClientField } from './client-field.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'

export function Options(props: Pick<NewPushProps, 'values' | 'clients' | 'guessed' | 'suggested' | 'issues'>) {
  const { values, issues = [] } = props
  const problem = (name: string) => errorAt(issues, name)
  return (
    <Card title="Options">
      <CardBody>
        <ClientField {...props} value={values.client} />
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
        <Tick
          name="smart"
          label="Push only what is missing"
          hint="Checks first; visible links give their credit back"
          checked={values.smart}
        />
        <Tick
          name="pre_check"
          label="Take a before snapshot"
          hint={
            <>
              <Cost credits={1} kind="check" /> per link, for the report
            </>
          }
          checked={values.pre_check}
        />
        <Field name="drip_days" label="Spread over" error={problem('drip_days')}>
          {(control) => <Select control={control} choices={DRIP} value={String(values.drip_days)} />}
        </Field>
        <details open={values.force_refresh || values.indexnow_force}>
          <summary>More options</summary>
          <div class="stack">
            <Tick
              name="force_refresh"
              label="Refresh what is visible too"
              hint="With “only what is missing”: visible links are sent as well. Their credit is used and not covered."
              checked={values.force_refresh}
            />
            <Tick
              name="indexnow_force"
              label="Send to IndexNow again"
              hint="Even when sent within 24 hours; only when the content changed again"
              checked={values.indexnow_force}
            />
          </div>
        </details>
      </CardBody>
    </Card>
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
