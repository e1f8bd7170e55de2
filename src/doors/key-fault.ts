/** Faults in the form of a sent key. The key itself is never repeated. */

const RIGHT = 'Send Authorization: Bearer ipk_…'
/** Keys and tokens begin with letters and an underscore: `ipk_`, `ioa_`. */
const KEY = /\bi[a-z]{2}_\w/
const PLACEHOLDER = /^(?:\$\{?\w+\}?|\{\{.*\}\}|%\w+%|<(?!i[a-z]{2}_)[^>]*>|YOUR[_-].*|ipk_(?:…|\.\.\.|x+|\*+))$/i

/** Null where the form is right, or no key was sent. */
export function keyFault(headers: Headers): string | null {
  const authorization = headers.get('authorization')?.trim()
  if (authorization) return headerFault(authorization)
  const key = headers.get('x-api-key')?.trim()
  const fault = key ? valueFault(key.replace(/^bearer\s+/i, '')) : null
  if (fault) return `X-Api-Key ${fault}. Send the key alone.`
  return key && /^bearer\s/i.test(key) ? 'X-Api-Key begins with Bearer. Send the key alone.' : null
}

function headerFault(authorization: string): string | null {
  const [scheme = '', ...rest] = authorization.split(/\s+/)
  const value = rest.join(' ')
  if (/^["'“‘].*bearer/i.test(authorization)) return `The Authorization header is in quotes. ${RIGHT} without them.`
  if (/^bearer:$/i.test(scheme)) return `The Authorization header has a colon behind Bearer. ${RIGHT}`
  if (/^bearer$/i.test(scheme)) {
    if (/^bearer\b/i.test(value)) return `The Authorization header says Bearer twice. ${RIGHT}`
    const fault = valueFault(value)
    return fault && `The Authorization header ${fault}. ${RIGHT}`
  }
  if (value === '' && KEY.test(scheme)) return `The Authorization header has the key without its scheme. ${RIGHT}`
  const keyed = KEY.test(value) || KEY.test(basicIn(scheme, value))
  if (keyed || /^(token|apikey|api-key|key)$/i.test(scheme))
    return `The Authorization header begins with ${scheme.replace(/[^\w-]/g, '').slice(0, 20)}. ${RIGHT}`
  return null
}

function valueFault(value: string): string | null {
  if (PLACEHOLDER.test(value.replace(/^["']|["']$/g, ''))) return 'has a placeholder instead of the key'
  if (/^["'“”‘’`].*|["'“”‘’`]$/.test(value)) return 'has quotes around the key'
  if (/^\w+=.*i[a-z]{2}_/.test(value)) return 'has a name before the key'
  if (/[[\]<>(){}]/.test(value)) return 'has brackets around the key'
  if (/\s/.test(value)) return 'has blanks within the key'
  return null
}

const basicIn = (scheme: string, value: string): string =>
  /^basic$/i.test(scheme) && value.length < 1000 ? Buffer.from(value, 'base64').toString('latin1') : ''
