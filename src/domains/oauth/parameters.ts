/** The parameters of OAuth requests, which anybody sends: their number is limited before they are parsed. */
import { hasMore } from '../../kernel/operation/input/json.ts'
import { OauthError } from './oauth-error.ts'

/** The longest request of the specifications has 12. */
const MOST = 30

/** Parses a query or form. Throws `invalid_request` for more than 30 parameters. */
export function parametersIn(text: string): URLSearchParams {
  if (hasMore(text, '&', MOST - 1))
    throw new OauthError('invalid_request', `A request may have at most ${MOST} parameters.`)
  return new URLSearchParams(text)
}

/** Throws `invalid_request` for a parameter that is given more than once. Only `resource` may be (RFC 8707). */
export function assertSingle(parameters: URLSearchParams): void {
  const seen = new Set<string>()
  for (const name of parameters.keys()) {
    if (name !== 'resource' && seen.has(name))
      throw new OauthError('invalid_request', `${name.slice(0, 50)} is given more than once`)
    seen.add(name)
  }
}
