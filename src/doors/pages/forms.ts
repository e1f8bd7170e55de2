/** Forms that pages send: whose they are, and how large. */
import { type Said, said, text } from '../../kernel/language/say.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { hasMore } from '../../kernel/operation/input/json.ts'
import { fromElsewhere } from '../cross-site.ts'
import { isOurDomain } from '../custom-domain.ts'
import { bytesOf } from '../rest/reading.ts'
import { fieldsIn } from './form-fields.ts'
import { assertOwnPage } from './impersonation.ts'
import type { Call } from './screens.ts'

/** The largest form that a visitor without a session may send. */
export const MAX_PUBLIC_FORM = 64 << 10
/** The largest form with a session, unless it has a list of URLs. A logo of 512 KiB fits. */
export const MAX_FORM = 1 << 20

export function assertOwnForm(call: Call): void {
  const { app, request } = call
  if (fromElsewhere(request, app.config.site_url, (host) => isOurDomain(app, host)))
    throw new Fault('forbidden', isAtOtherAddress(call) ? otherAddress(app.config.site_url) : OTHER_SITE)
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data' && TAKES_A_FILE.test(new URL(request.url).pathname)) return
  if (request.body && type !== 'application/x-www-form-urlencoded')
    throw new Fault('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.')
}

const OTHER_SITE = text('This form was sent by another site.')
const otherAddress = (site_url: string): Said =>
  said('This install answers at {address}. Open it there, or change SIGNALPOST_SITE_URL.', { address: site_url })

/** Whether the visitor opened the install at an address that it does not know: by http on a LAN, or another name or port. */
export function isAtOtherAddress({ app, request }: Pick<Call, 'app' | 'request'>): boolean {
  const { headers } = request
  const host = headers.get('host') ?? ''
  if (isOurDomain(app, host)) return false
  const origin = headers.get('origin')
  if (origin !== null && origin !== 'null' && URL.parse(origin)?.host !== host.toLowerCase()) return false
  const site = app.config.site_url.startsWith('https:')
  return host.toLowerCase() !== new URL(app.config.site_url).host || (site && !!origin?.startsWith('http:'))
}

/** The forms with a file; every other is sent in the plain way. */
const TAKES_A_FILE = /^\/app\/w\/[^/]+\/(branding\/logo|(push|checks\/new)\/list)$/

/** Fields of such a form. The reader takes them all at once: half a million of them stop the loop for seconds. */
const MOST_PARTS = 100
/** As browsers and curl send it. */
const BOUNDARY = /^multipart\/form-data;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i

/** The one file of such a form in base64, and its fields. */
async function fieldsWithFile(bytes: Uint8Array<ArrayBuffer>, given: string): Promise<URLSearchParams> {
  const boundary = BOUNDARY.exec(given)?.[2]
  if (!boundary) throw unread()
  // One more ends the form.
  if (hasMore(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), `--${boundary}`, MOST_PARTS + 1))
    throw new Fault('body_too_large', `The form may have at most ${MOST_PARTS} fields.`)
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (!form) throw unread()
  const fields = new URLSearchParams()
  for (const [name, value] of form)
    fields.append(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'))
  return fields
}

const unread = (): Fault => new Fault('validation_failed', text('The form could not be read.'))

/** The call with its form, which is read only once it is known who may send how much: millions of fields take seconds. */
export async function sentWith(call: Call, limit: number): Promise<Call> {
  const { request } = call
  if (request.method !== 'POST' || !request.body) return call
  const bytes = await bytesOf(request, limit)
  const type = request.headers.get('content-type') ?? ''
  const fields = /^multipart\//i.test(type) ? await fieldsWithFile(new Uint8Array(bytes), type) : await fieldsIn(bytes)
  assertOwnPage(call, fields)
  return { ...call, ...formOf(fields) }
}

/** The fields as a call has them: of several of one name the first, and all. */
export const formOf = (fields: URLSearchParams): Pick<Call, 'form' | 'all'> => ({
  form: Object.fromEntries([...fields].reverse()),
  all: (name) => fields.getAll(name),
})
