/**
 * Reads the report by which a mail server says that a letter could not be delivered (RFC 3464). Answering machines, read
 * receipts and reports of delays have other forms, so nothing is read in them.
 */
import type { BOUNCE_KINDS } from './shapes.ts'

type DeliveryReport = {
  /** Id of the letter that came back, from its returned headers; a mail service may have put its own there. */
  message_id: string
  /** To whom it was sent, where the report says so. */
  address?: string
  kind: Exclude<(typeof BOUNCE_KINDS)[number], 'complaint'>
  /** The words of the server, with their code. */
  answer: string
}

/** Null for any other e-mail, and for a report that names no letter or no failure. */
export function readDeliveryReport(raw: string): DeliveryReport | null {
  const { fields, body } = entityOf(raw.replaceAll('\r\n', '\n'))
  const type = fields.get('content-type') ?? ''
  if (!/^multipart\/report\b/i.test(type) || !/;\s*report-type="?delivery-status\b/i.test(type)) return null
  const parts = partsOf(body, type)
  const status = parts.find((part) => STATUS.test(typeOf(part)))
  const returned = parts.find((part) => RETURNED.test(typeOf(part)))
  const failed = status && groupsOf(textOf(status)).find((group) => /^failed\b/i.test(group.get('action') ?? ''))
  const message_id =
    returned &&
    fieldsOf(headOf(textOf(returned)))
      .get('message-id')
      ?.trim()
  const verdict = failed && judged(failed)
  if (!message_id || !verdict) return null
  const address = addressIn(failed.get('original-recipient')) ?? addressIn(failed.get('final-recipient'))
  return { message_id, ...(address && { address }), ...verdict }
}

/** `rfc822; vera@bakery.example` (RFC 3464, 2.3.1), with or without angle brackets. */
function addressIn(field = ''): string | undefined {
  const [, address = ''] = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?\s*$/i.exec(field) ?? []
  return /^.+@./.test(address) ? address.toLowerCase() : undefined
}

const STATUS = /^message\/(global-)?delivery-status\b/i
/** The letter, or its headers alone. */
const RETURNED = /^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i

type Fields = ReadonlyMap<string, string>
type Entity = { fields: Fields; body: string }

const CODE = /\b[245]\.\d{1,3}\.\d{1,3}\b/
/** A full mailbox, and a letter that is too large, say nothing against the address. */
const PASSING = /^(4\.|5\.2\.[23]$|5\.3\.4$)/
/** An answer without a code that mostly means a rule about who sends: 554 and others, but 550, 551 and 553. */
const OTHER_REPLY = /^(?!55[013])\d{3}[ -]/

function judged(failed: Fields): Pick<DeliveryReport, 'kind' | 'answer'> | null {
  const said = (failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '').trim()
  const [status] = CODE.exec(failed.get('status') ?? '') ?? []
  const [inWords] = CODE.exec(said) ?? []
  // x.0.0 means that the server names its reason elsewhere.
  const code = status?.endsWith('.0.0') ? (inWords ?? status) : (status ?? inWords)
  if (!code || code.startsWith('2')) return null
  const soft = PASSING.test(code) || (code.endsWith('.0.0') && OTHER_REPLY.test(said))
  return { kind: soft ? 'soft' : 'hard', answer: said.includes(code) ? said : `${code} ${said}`.trim() }
}

const headOf = (text: string): string => text.split(/\n\s*\n/, 1)[0]!

function entityOf(text: string): Entity {
  const head = headOf(text)
  return { fields: fieldsOf(head), body: text.slice(head.length) }
}

/** Folded lines are joined; of fields with the same name the first counts. */
function fieldsOf(head: string): Fields {
  const fields = new Map<string, string>()
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** One group of fields for the letter, then one for each recipient. */
const groupsOf = (text: string): Fields[] => text.split(/\n\s*\n/).map(fieldsOf)

function partsOf(body: string, type: string): Entity[] {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  if (!boundary) return []
  const line = new RegExp(`^--${boundary.replaceAll(/[^\w]/g, '\\$&')}(?:--)?[ \\t]*$`, 'm')
  return body
    .split(line)
    .slice(1)
    .map((part) => entityOf(part.replace(/^\n/, '')))
}

const typeOf = ({ fields }: Entity): string => fields.get('content-type') ?? ''

function textOf({ fields, body }: Entity): string {
  const text = body.replace(/^\s+/, '')
  const encoding = (fields.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString().replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
