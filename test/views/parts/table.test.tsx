import { expect, test } from 'bun:test'
import { pushList } from '../../../views/jobs/jobs.tsx'
import { UrlCell } from '../../../views/parts/lists/table.tsx'
import { errorList } from '../../../views/system/errors.tsx'
import { jobs as sampleJobs } from '../../gallery/samples.ts'

/** What each heading that sorts says of now, and of the list that it leads to. */
const headings = (query: Record<string, string>) => {
  const list = { items: sampleJobs(1), total: 1, page: 1, page_size: 50 }
  const html = String(
    <pushList.View list={list} query={query} self="/jobs" now="2026-11-02T09:00:00.000Z" may={() => false} />,
  )
  return Object.fromEntries(
    [...html.matchAll(/<th[^>]*?(?:aria-sort="(\w+)")?><a id="sort-(\w+)" href="([^"]+)"/g)].map(
      ([, sorted, name, href]) => [name!, `${sorted ?? 'unsorted'}, then ${/dir=(\w+)/.exec(href!)![1]}`],
    ),
  )
}

test('a heading shows the direction that the API takes for an address without one, and turns it', () => {
  expect(headings({})).toEqual({
    name: 'unsorted, then asc',
    status: 'unsorted, then asc',
    link_count: 'unsorted, then desc',
    indexed_rate: 'unsorted, then desc',
    tenant_name: 'unsorted, then asc',
    created_at: 'descending, then asc',
  })
  expect(headings({ sort: 'name' }).name).toBe('ascending, then desc')
  expect(headings({ sort: 'link_count' }).link_count).toBe('descending, then asc')
})

test('a heading shows the direction that was asked for', () => {
  expect(headings({ sort: 'name', dir: 'desc' }).name).toBe('descending, then asc')
  expect(headings({ sort: 'created_at', dir: 'asc' }).created_at).toBe('ascending, then desc')
  expect(headings({ dir: 'asc' }).created_at).toBe('ascending, then desc')
})

test('an address that does not fit goes on after a slash, and its text stays as it is', () => {
  const html = String(<UrlCell url="https://hotel.example/rooms/sea-view/10" host_first />)
  expect(html).toContain('hotel.example<wbr><b>/rooms/<wbr>sea-view/<wbr>10</b>')
  expect(html.replace(/<[^>]+>/g, '')).toBe('hotel.example/rooms/sea-view/10')
})

test('an address says no more than what somebody chose', () => {
  const list = { items: sampleJobs(1), total: 120, page: 1, page_size: 50 }
  const drawn = (query: Record<string, string>) =>
    String(<pushList.View list={list} query={query} self="/jobs" now="2026-11-02T09:00:00.000Z" may={() => false} />)
  const plain = drawn({})
  expect([plain.includes('href="/jobs?page=2"'), plain.includes('name="sort"')]).toEqual([true, false])
  const asked = drawn({ sort: 'name' })
  expect([asked.includes('href="/jobs?sort=name&amp;page=2"'), asked.includes('name="sort" value="name"')]).toEqual([
    true,
    true,
  ])
})

test('what a search sends beside its text is replaced with the list: the view and the order that were chosen last', () => {
  const list = { items: [], total: 0, page: 1, page_size: 50 }
  const html = String(<errorList.View list={list} query={{ resolved: 'all', sort: 'count' }} self="/errors" />)
  const [above, replaced] = html.split('id="list"')
  for (const sent of ['name="resolved" value="all"', 'name="sort" value="count"', 'aria-label="State"'])
    expect([sent, above!.includes(sent), replaced!.includes(sent)]).toEqual([sent, false, true])
})
