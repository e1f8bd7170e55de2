import type { TObject } from 'typebox'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { EmptyState } from '../kit/fold.tsx'
import { Banner } from '../parts/card.tsx'
import { Filters } from '../parts/filters.tsx'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { ListCard, Seg } from '../parts/table.tsx'
import { choicesIn, titled } from './filters-of.ts'
import type { ListSpec } from './list-spec.ts'

type ListViewProps<I extends TObject, Row> = {
  spec: ListSpec<I, Row>
  list: Paged<Row>
  query: Query
  self: string
  zone: string
  now: string
  refused?: string | undefined
  /** Who asks, for filters that depend on it. */
  call?: SignedInCall
}

/** Search, filters and rows. Without a column for a phone, all but the first share its second line. */
export function ListView<I extends TObject, Row>({
  spec,
  list,
  query,
  self,
  zone,
  now,
  refused,
  call,
}: ListViewProps<I, Row>) {
  const { operation, title, empty, nothing = 'Nothing fits these filters.' } = spec
  const inputs = operation.input.properties as Record<string, { title?: string }>
  const filters = Object.entries(filtersOf(spec, call)).map(([name, choices]) => ({
    name,
    label: inputs[name]?.title ?? titled(name),
    choices: [{ value: '', label: 'All' }, ...choicesIn(choices)],
  }))
  const chosen = spec.views ? { ...query, [spec.views.name]: undefined } : query
  return (
    <>
      {(spec.search || filters.length > 0) && (
        <Filters
          href={self}
          query={query}
          search={spec.search ?? ''}
          filters={filters}
          texts={spec.texts}
          kept={[...(spec.kept ?? []), ...(spec.views ? [spec.views.name] : [])]}
        />
      )}
      {refused && <Banner tone="warn">{refused}</Banner>}
      {spec.above?.({ self, zone, query, now })}
      {spec.views && <Views spec={spec} query={query} self={self} />}
      <ListCard
        caption={title}
        columns={spec.columns({ self, zone, query, now })}
        list={list}
        href={self}
        query={query}
        order={defaultOrder(inputs)}
        lines
        empty={
          isFiltered(chosen) ? (
            <EmptyState
              icon="search"
              act={
                <a class="btn" href={self}>
                  Clear filters
                </a>
              }
            >
              {nothing}
            </EmptyState>
          ) : (
            <EmptyState icon={empty.icon}>{empty.text}</EmptyState>
          )
        }
      />
    </>
  )
}

function filtersOf<I extends TObject, Row>({ filters }: ListSpec<I, Row>, call?: SignedInCall) {
  if (typeof filters !== 'function') return filters ?? {}
  return call ? filters(call) : {}
}

function Views<I extends TObject, Row>({ spec, query, self }: Pick<ListViewProps<I, Row>, 'spec' | 'query' | 'self'>) {
  const { name, label, choices } = spec.views!
  const tabs = [...choicesIn(choices), { value: 'all', label: 'All' }].map(({ value, label: words }) => ({
    label: words,
    href: listHref(self, query, { [name]: value }),
    current: query[name] === value,
  }))
  return <Seg label={label} tabs={tabs} />
}

const defaultOrder = (inputs: Readonly<Record<string, object>>): string | undefined =>
  (inputs.sort as { default?: string } | undefined)?.default
