import type { TObject } from 'typebox'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { worded } from '../parts/forms/schema-fields.ts'
import { Filters } from '../parts/lists/filters.tsx'
import { isFiltered, listHref, type Paged } from '../parts/lists/list.ts'
import { Seg } from '../parts/lists/seg.tsx'
import { ListCard } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { choicesIn } from './filters-of.ts'
import type { Filters as FiltersOf, ListSpec, View } from './list-spec.ts'

type ListViewProps<I extends TObject, Row> = {
  spec: ListSpec<I, Row>
  list: Paged<Row>
  view: View
  refused?: string | undefined
  filters: FiltersOf
}

/** Search, filters and rows. If no column is made for phones, all except the first share the second line there. */
export function ListView<I extends TObject, Row>(props: ListViewProps<I, Row>) {
  const { spec, list, view, refused } = props
  const { query, self } = view
  const { operation, title, empty, nothing = 'Nothing fits these filters.' } = spec
  const inputs = operation.input.properties as Record<string, { title?: string }>
  const filters = Object.entries(props.filters).map(([name, choices]) => {
    const label = inputs[name]?.title ?? worded(name)
    return { name, label, choices: [{ value: '', label: `${label}: all` }, ...choicesIn(choices)] }
  })
  const chosen = spec.views ? { ...query, [spec.views.name]: undefined } : query
  return (
    <>
      {(spec.search || filters.length > 0) && (
        <Filters
          href={self}
          query={query}
          search={spec.search}
          filters={filters}
          texts={spec.texts}
          days={spec.days}
          kept={[...(spec.kept ?? []), ...(spec.views ? [spec.views.name] : [])]}
        />
      )}
      {refused && <Banner tone="warn">{refused}</Banner>}
      {spec.above?.(view, list)}
      {spec.views && <Views spec={spec} query={query} self={self} />}
      <ListCard
        caption={title}
        columns={spec.columns(view, list)}
        list={list}
        href={self}
        query={query}
        order={defaultOrder(inputs)}
        lines
        file={spec.csv !== undefined}
        acts={list.items.length > 0 && spec.acts?.(view, list)}
        empty={
          isFiltered(chosen) ? (
            <NothingFound href={self}>{nothing}</NothingFound>
          ) : (
            <EmptyState icon={empty.icon}>
              {typeof empty.text === 'function' ? empty.text(view) : empty.text}
            </EmptyState>
          )
        }
      />
    </>
  )
}

function Views<I extends TObject, Row>({
  spec,
  query,
  self,
}: Pick<ListViewProps<I, Row>, 'spec'> & Pick<View, 'query' | 'self'>) {
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
