/** Messages of RFC 5424 in the frames of RFC 5425. */
import type { Time } from '../../kernel/time/clock.ts'

/** Fields of a syslog message besides its text. */
type SyslogFacts = {
  at: Time
  host: string
  /** The action, as MSGID. */
  id: string
  /** Named values of the structured data; absent ones are left out. */
  data: Record<string, string | number | null>
  /** A refusal, which more people want to see. */
  warns: boolean
}

/** The facility "log audit". */
const FACILITY = 13
const WARNING = 4
const NOTICE = 5
/** The number for examples of RFC 5612: the project has no enterprise number of its own. */
const STRUCTURED = 'sp@32473'

/** One message with its length before it: `LEN SP MSG`. */
export function frameOf({ at, host, id, data, warns }: SyslogFacts, text: string): string {
  const priority = FACILITY * 8 + (warns ? WARNING : NOTICE)
  const named = Object.entries(data).map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
  const head = `<${priority}>1 ${at} ${word(host, 255)} signalpost - ${word(id, 32)} [${STRUCTURED}${named.join('')}] `
  return `${Buffer.byteLength(head) + Buffer.byteLength(text)} ${head}${text}`
}

const escaped = (value: string | number): string => String(value).replace(/["\\\]]/g, '\\$&')

/** A header field: visible ASCII, never empty. */
const word = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '?').slice(0, most) || '-'
