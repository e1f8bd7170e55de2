/** How a push is made: for whom, under which name, when, and what is left out or taken in. */
import { Card, CardBody } from '../parts/card.tsx'
import { type Choice, Field, Select, Tick } from '../parts/field.tsx'
import { errorAt } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { Cost } from '../parts/when.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'

export function Options(props: Pick<NewPushProps, 'values' | 'clients' | 'guessed' | 'suggested' | 'issues'>) {
  const { values, clients, issues = [] } = props
  const problem = (name: string) => errorAt(issues, name)
  return (
    <Card title="Options">
      <CardBody>
        {clients.length > 1 && (
          <Field name="client" label="For" error={problem('client')} hint={<ClientNote {...props} />}>
            {(control) => (
              <>
                <input
                  class="input"
                  {...control}
                  value={values.client}
                  list="client-list"
                  placeholder="By the addresses"
                  autocomplete="off"
                  maxlength="200"
                />
                <datalist id="client-list">
                  {clients.map(({ name, left }) => (
                    <option value={name}>{`${name} · ${number(left)} left`}</option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
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

type NoteProps = Pick<NewPushProps, 'guessed' | 'suggested'> &
  Partial<Pick<NewPushProps, 'clients'>> & { values: Pick<PushValues, 'client' | 'name'> }

/** For whom it is unless somebody says otherwise, and why. */
export const ClientNote = ({ guessed, clients = [], values }: NoteProps) => {
  if (values.client === '' && guessed?.host === null)
    return (
      <>
        <b>{guessed.name}</b> pays, as last time, unless the addresses are another's. Type a name to change it.
      </>
    )
  if (values.client === '' && guessed)
    return (
      <>
        <b>{guessed.host}</b> belongs to <b>{guessed.name}</b>, which pays. Type another name to change it.
      </>
    )
  return <>{values.client === '' ? `${clients[0]?.name ?? ''} pays. Type to choose another.` : 'Its credits pay.'}</>
}

/** What it is called unless somebody says otherwise. */
export const NameNote = ({ suggested, values }: NoteProps) => (
  <>{values.name === '' && suggested ? `Unless you give one: ${suggested}` : 'Shown in lists and on the report'}</>
)

const DRIP: Choice[] = [
  { value: '0', label: 'All now' },
  ...[2, 3, 5, 7, 14, 21, 30].map((days) => ({ value: String(days), label: `${days} days` })),
]
