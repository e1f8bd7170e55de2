import type { TObject } from 'typebox'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { Split } from '../kit/panel.tsx'
import { worded } from '../parts/forms/schema-fields.ts'
import { Filters } from '../parts/lists/filters.tsx'
import { isFiltered, type ListPage, listHref } from '../parts/lists/list.ts'
import { Seg } from '../parts/lists/seg.tsx'
import { ListCard } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { choicesIn, filterOf, isWhole } from './filters-of.ts'
import type { Filters as FiltersOf, ListState, PartSpec, ShownList, ListTabs as ViewsOf } from './list-spec.ts'

type ListViewProps<I extends TObject, A extends ListPage<unknown>, Row> = {
  spec: PartSpec<I, A, Row>
  list: ShownList<A, Row>
  view: ListState
  refused?: string | undefined
  filters: FiltersOf
  /** Panel beside the rows, replaced with them. */
  panel?: Child
}

/** Search, filters and rows; without any row there is nothing to search. If no column is made for phones, all except the first share the second line there. */
export function ListView<I extends TObject, A extends ListPage<unknown>, Row>(props: ListViewProps<I, A, Row>) {
  const { spec, list, view, refused, panel } = props
  const { query, self, zone: to } = view
  const { operation, title, nothing = NOTHING } = spec
  const inputs = operation.input.properties as Record<string, { title?: string }>
  const filters = filtersOf(to, inputs, props.filters)
  // Tabs and complete lists of choices always have a value, so they do not count as filters.
  const set = Object.keys(props.filters).filter((name) => isWhole(props.filters[name]!))
  const always = [...set, ...(spec.views ? [spec.views.name] : [])]
  const filtered = isFiltered({ ...query, ...Object.fromEntries(always.map((name) => [name, undefined])) })
  const is_bare = !filtered && always.length === 0 && list.total === 0
  return (
    <>
      {spec.above?.(view, list)}
      {!is_bare && (spec.search || filters.length > 0) && (
        <Filters
          {...{ query, filters, zone: to }}
          href={self}
          search={spec.search}
          texts={spec.texts}
          days={spec.days}
        />
      )}
      <Split id="list" panel={panel}>
        <ListCard
          to={to}
          beside={view.beside}
          caption={title}
          columns={spec.columns(view, list)}
          list={list}
          href={self}
          query={query}
          order={defaultOrder(inputs)}
          lines
          chosen={(row) => panel !== undefined && spec.chosen?.(row, view) === true}
          file={spec.csv !== undefined}
          kept={[...(spec.kept ?? []), ...(spec.views ? [spec.views.name] : [])]}
          acts={list.items.length > 0 && spec.acts?.(view, list)}
          empty={
            filtered ? (
              <NothingFound
                to={to}
                href={listHref(self, {}, Object.fromEntries(set.map((name) => [name, query[name]])))}
              >
                {sayStored(to, nothing)}
              </NothingFound>
            ) : (
              <NoRows {...{ spec, list, view }} />
            )
          }
        >
          {refused && <Banner tone="warn">{refused}</Banner>}
          {spec.views && <Views to={to} {...spec.views} list={list} query={query} self={self} />}
          {spec.views?.more?.(view, list)}
        </ListCard>
      </Split>
    </>
  )
}

type Inputs = Readonly<Record<string, { title?: string }>>

/** Filters of translated lists, where the input has no title. */
const NAMES: Readonly<Record<string, Text>> = {
  credit: text('Credit'),
  direction: text('Direction'),
  kind: text('Kind'),
  state: text('State'),
  status: text('Status'),
}

const filtersOf = (to: Reader, inputs: Inputs, filters: FiltersOf) =>
  Object.entries(filters).map(([name, choices]) =>
    filterOf(to, name, name === 'tenant_id' ? 'Client' : (inputs[name]?.title ?? NAMES[name] ?? worded(name)), choices),
  )

const NOTHING = text('Nothing fits these filters.')

type NoRowsProps<I extends TObject, A extends ListPage<unknown>, Row> = Pick<
  ListViewProps<I, A, Row>,
  'spec' | 'list' | 'view'
>

/** Elements are in the language already. */
function NoRows<I extends TObject, A extends ListPage<unknown>, Row>({ spec, list, view }: NoRowsProps<I, A, Row>) {
  const { icon, text: given } = spec.empty
  const words = typeof given === 'function' ? given(view, list) : given
  return <EmptyState icon={icon}>{typeof words === 'string' ? sayStored(view.zone, words) : words}</EmptyState>
}

type ViewsProps<List> = ViewsOf<List> & Pick<ListState, 'query' | 'self'> & { to: Reader; list: List }

function Views<List>({ to, name, label, choices, first, counts, list, query, self }: ViewsProps<List>) {
  const [all, given] = [{ value: 'all', label: say(to, 'All') }, choicesIn(to, choices)]
  const n = counts?.(list)
  const tabs = (first === all.value ? [all, ...given] : [...given, all]).map(({ value, label: words }) => ({
    label: words,
    count: n?.[value],
    href: listHref(self, query, { [name]: value }),
    current: query[name] === value,
  }))
  return <Seg to={to} label={label} tabs={tabs} />
}

const defaultOrder = (inputs: Readonly<Record<string, object>>): string | undefined =>
  (inputs.sort as { default?: string } | undefined)?.default
