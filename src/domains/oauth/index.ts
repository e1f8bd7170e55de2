export { type AuthorizationRequest, answerAt, clientIdIn, readWish, redirectIn } from './authorization.ts'
export { clientOf } from './client-document.ts'
export { type Client, forgetClients, type Metadata, registerClient } from './clients.ts'
export { forgetCodes, giveConsent, redeem } from './codes.ts'
export { addedBy, endGrant, endGrantsOf, endStranded, grantOf, personIn } from './grants.ts'
export { OauthError } from './oauth-error.ts'
export { assertSingle, parametersIn } from './parameters.ts'
export { isOnThisMachine, shownPlace, sourceOf } from './redirects.ts'
export { lackedScope, SCOPE_TITLES, SCOPES, type Scope, scopesFor, withLower } from './scopes.ts'
export * from './shapes.ts'
export { isOurs, type Site, siteOf, whyOff } from './site.ts'
export {
  forgetTokens,
  holderOfToken,
  looksLikeToken,
  noteGrantUsed,
  refresh,
  revokeToken,
  type TokenHolder,
  type Tokens,
} from './tokens.ts'
