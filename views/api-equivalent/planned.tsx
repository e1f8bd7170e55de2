/** Shows how a program does what a form does, instead of doing it. */
import { readFormInput } from '../../src/doors/pages/parse-query.ts'
import { htmlResponse, type PlannedCall, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault, forbidden } from '../../src/kernel/operation/fault.ts'
import { mayCall } from '../../src/kernel/operation/operation.ts'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { many, number } from '../parts/text/format.ts'
import { appPage } from '../shell.tsx'
import { ApiEquivalentLines } from './api-equivalent.tsx'
import { linesOf } from './lines.ts'

/** Limit of links in an example, and of calls: an act on many rows only repeats them. */
const MOST_LINKS = 50
const MOST_CALLS = 10

export function planned(call: SignedInCall, calls: readonly PlannedCall[]) {
  const acts = calls.slice(0, MOST_CALLS)
  if (!acts[0]) throw new Fault('conflict', 'This form would change nothing yet. Fill it in first.')
  if (!mayCall(acts[0].operation, call.caller)) throw forbidden('Your role in this workspace does not include this.')
  const site = call.app.config.site_url
  const content = (
    <div class="stack">
      {acts.length > 1 && <p>{`Done by ${many(acts.length, 'call')}, in this order.`}</p>}
      {acts.map((act, at) => (
        <ApiEquivalentLines {...actIn(act, site)} step={acts.length > 1 ? at + 1 : null} />
      ))}
    </div>
  )
  if (call.partial) return htmlResponse(content)
  return appPage(
    call,
    'API equivalent',
    <>
      <PageHead title="API equivalent" sub="What a program calls to do the same." />
      <Card body>{content}</Card>
    </>,
  )
}

function actIn({ operation, input: asked }: PlannedCall, site: string) {
  const { path, rest } = readFormInput(operation, asked)
  const input: PlannedCall['input'] = { ...path, ...(rest as object) }
  const { name, summary, person = false } = operation
  const urls = Array.isArray(input.urls) ? input.urls : []
  const given = urls.length > MOST_LINKS ? { ...input, urls: urls.slice(0, MOST_LINKS) } : input
  const note =
    urls.length > MOST_LINKS
      ? `With the first ${MOST_LINKS} of ${many(urls.length, 'link')}; the other ${number(urls.length - MOST_LINKS)} go into the list in the same way.`
      : undefined
  const lines = person ? [] : linesOf(operation, given, site)
  return { name, summary, person, lines, note }
}
