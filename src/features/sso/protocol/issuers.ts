/** Finds the issuer of a kind and an organisation, and limits the issuers that are allowed. */
import type { App } from '../../../kernel/operation/app.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import type { PROVIDER_KINDS } from '../words.ts'
import { isSafeAddress } from './client.ts'

type IssuerChoice = {
  kind: (typeof PROVIDER_KINDS)[number]
  issuer?: string | undefined
  organisation?: string | undefined
}

/** Words of Entra for any organisation: everybody with a Microsoft account could sign in. */
const ANY_ORGANISATION = ['common', 'organizations', 'consumers']
const TENANT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The issuer and the organisation to compare; 422 for text that does not name one issuer. */
export function issuerOf(app: Pick<App, 'config'>, { kind, issuer, organisation }: IssuerChoice) {
  if (kind === 'generic') {
    if (organisation) throw invalid({ path: 'organisation', message: 'is for Google and Entra only' })
    if (!issuer) throw invalid({ path: 'issuer', message: 'is required for this kind' })
    assertIssuer(app, issuer)
    return { issuer, organisation: null }
  }
  if (issuer) throw invalid({ path: 'issuer', message: 'is known for this kind: leave it out' })
  if (!organisation) throw invalid({ path: 'organisation', message: `is required: ${WANTED[kind]}` })
  const named = organisation.toLowerCase()
  if (kind === 'google') {
    if (!named.includes('.'))
      throw invalid({ path: 'organisation', message: 'must be the domain of your organisation' })
    return { issuer: 'https://accounts.google.com', organisation: named }
  }
  if (ANY_ORGANISATION.includes(named) || !TENANT_ID.test(named))
    throw invalid({
      path: 'organisation',
      message:
        'must be the tenant id of your directory, such as 8f1d…: anybody with a Microsoft account could sign in otherwise',
    })
  return { issuer: `https://login.microsoftonline.com/${named}/v2.0`, organisation: named }
}

const WANTED = { google: 'the domain of your organisation', entra: 'the tenant id of your directory' }

function assertIssuer(app: Pick<App, 'config'>, issuer: string): void {
  const url = URL.parse(issuer)
  const path = 'issuer'
  if (!url || !isSafeAddress(app, issuer)) throw invalid({ path, message: 'must be an https address' })
  if (issuer.includes('/.well-known/')) throw invalid({ path, message: 'must be the issuer, without /.well-known/…' })
  if (url.search !== '') throw invalid({ path, message: 'must have no query' })
  if (url.hostname === 'login.microsoftonline.com')
    throw invalid({ path, message: 'is Entra’s: choose the kind entra' })
  if (url.hostname === 'accounts.google.com') throw invalid({ path, message: 'is Google’s: choose the kind google' })
}
