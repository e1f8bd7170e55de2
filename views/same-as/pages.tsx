import { takeUrls } from '../../src/domains/preflight/index.ts'
import { action, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { type AnyOperation, mayCall } from '../../src/kernel/operation.ts'
import { fromText } from '../../src/kernel/shape.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { Card, CardBody } from '../parts/card.tsx'
import { many, number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { orderGiven } from '../push/pages.tsx'
import { listOf } from '../push/review.ts'
import { appPage } from '../shell.tsx'
import { linesOf } from './lines.ts'
import { SameAsLines, type Told } from './same-as.tsx'

export const sameAsScreens: readonly Screen[] = [page('/same-as/:acts', told), action('/same-as/:acts', told)]

/** Acts that one page tells of. */
const MOST_ACTS = 6
/** Links that a line is written with. */
const MOST_LINKS = 50

/** How the acts are done by a program, with what the form or the address holds. */
async function told(call: SignedInCall) {
  const operations = call.params
    .acts!.split(/[+ ]/)
    .slice(0, MOST_ACTS)
    .map((name) => call.app.operations.find((one) => one.name === name && mayCall(one, call.caller)))
  if (operations.some((one) => one === undefined)) throw notFound('operation')
  const acts = await Promise.all(operations.map((one) => actOf(call, one!)))
  const lines = <SameAsLines acts={acts} />
  if (call.partial) return htmlResponse(lines)
  return appPage(
    call,
    'Same as API',
    <>
      <PageHead title="Same as API" sub="What a program calls to do the same." />
      <Card>
        <CardBody>{lines}</CardBody>
      </Card>
    </>,
  )
}

async function actOf(call: SignedInCall, operation: AnyOperation): Promise<Told> {
  const given = await givenTo(call, operation)
  const urls = Array.isArray(given.urls) ? given.urls : []
  const input = urls.length > MOST_LINKS ? { ...given, urls: urls.slice(0, MOST_LINKS) } : given
  return {
    name: operation.name,
    summary: operation.summary,
    lines: linesOf(operation, input, call.app.config.site_url),
    note:
      urls.length > MOST_LINKS
        ? `With the first ${MOST_LINKS} of ${many(urls.length, 'link')}; the other ${number(urls.length - MOST_LINKS)} go into the list in the same way.`
        : undefined,
  }
}

/** The fields of the form and of the address that the operation takes. */
async function givenTo(call: SignedInCall, operation: AnyOperation): Promise<Record<string, unknown>> {
  if (operation.name === submitIndexJob.name && call.form.urls !== undefined) return orderGiven(call)
  const given = { ...call.query, ...call.form }
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(operation.input.properties, name))
  const input = fromText(operation.input, Object.fromEntries(known))
  return typeof given.urls === 'string' && Array.isArray(input.urls)
    ? { ...input, urls: (await takeUrls(listOf(given.urls))).urls }
    : input
}
