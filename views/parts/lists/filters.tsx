import { ENGLISH, placeOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../../src/kernel/language/say.ts'
import { Button } from '../button.tsx'
import { type Choice, Select } from '../forms/field.tsx'
import { Icon } from '../icon.tsx'
import { countedDay } from '../text/format.ts'
import { HEAD, inPlaceForm, type Query } from './list.ts'

type FiltersProps = {
  href: string
  query: Query
  /** Label of the search field; without it there is no search. */
  search?: string | undefined
  filters: readonly Omit<PillProps, 'value'>[]
  /** Text fields besides the search. */
  texts?: readonly { name: string; label: string }[]
  /** Date fields, in a menu after the choices. */
  days?: readonly { name: string; label: string }[]
  /** Its labels are texts of this reader, where there are translations. */
  zone?: Reader | undefined
}

/** Hidden fields of the filter form. They are inside the list, so that a new tab or order replaces them with it. */
export const Kept = ({ query, names }: { query: Query; names: readonly string[] }) => (
  <>
    {['sort', 'dir', 'page_size', ...names].map(
      (name) => query[name] && <input type="hidden" form="find" name={name} value={query[name]} />,
    )}
  </>
)

type PillProps = { name: string; label: string; choices: readonly Choice[]; value: string }

/** A choice above a list, as wide as what is chosen. */
export const Pill = ({ name, label, choices, value }: PillProps) => (
  <span class="f pill">
    <Select control={{ name, 'aria-label': label, class: '' }} choices={choices} value={value} />
    <Icon name="chevrons-up-down" />
  </span>
)

/** A choice like the others, which says its days and opens their fields. */
function Days({ days, query, zone = ENGLISH }: FiltersProps & Required<Pick<FiltersProps, 'days'>>) {
  const set = days.flatMap(({ name, label }) =>
    /^\d{4}-\d\d-\d\d$/.test(query[name] ?? '')
      ? `${sayStored(zone, label).toLocaleLowerCase(placeOf(zone).locale)} ${countedDay(query[name]!, zone)}`
      : [],
  )
  return (
    <span class="anchor">
      <button type="button" class="f pill" id="find-days" popovertarget="days">
        <span class="clip">
          {set.length ? say(zone, 'Days: {days}', { days: set.join(' ') }) : say(zone, 'Days: all')}
        </span>
        <Icon name="chevrons-up-down" />
      </button>
      <div class="menu below" id="days" popover="auto">
        {days.map(({ name, label }) => (
          <label class="row muted small">
            {sayStored(zone, label)}
            <input class="input" type="date" name={name} value={query[name] ?? ''} />
          </label>
        ))}
      </div>
    </span>
  )
}

/** Search and filters above a list. Without JavaScript the form has a button. */
export const Filters = ({ zone = ENGLISH, ...props }: FiltersProps) => {
  const search = props.search && sayStored(zone, props.search)
  return (
    <search>
      <form id="find" class="filters" method="get" {...inPlaceForm(props.href, props.days && `${HEAD}, #find-days`)}>
        {search && (
          <div class="search">
            <Icon name="search" />
            <input
              type="search"
              name="q"
              id="q"
              value={props.query.q ?? ''}
              placeholder={search}
              aria-label={search}
              size={String(Math.max(20, Math.min(54, search.length)))}
              data-key="/"
            />
          </div>
        )}
        {(props.texts ?? []).map(({ name, label }) => (
          <input
            class="input"
            type="text"
            name={name}
            value={props.query[name] ?? ''}
            placeholder={sayStored(zone, label)}
            aria-label={sayStored(zone, label)}
          />
        ))}
        {props.filters.map((filter) => (
          <Pill {...filter} value={props.query[filter.name] ?? ''} />
        ))}
        {props.days && <Days {...props} zone={zone} days={props.days} />}
        <Button class="btn no-script" label={say(zone, 'Apply')} />
      </form>
    </search>
  )
}
