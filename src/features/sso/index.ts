export { signOutBy } from './back-channel.ts'
export { noteRefusedSignIn } from './breaker.ts'
export { diagnose } from './diagnose.ts'
export { tellEnded } from './ended.ts'
export { assertMayEnforce, endLocalSessions, mustUseProvider, releaseProviders } from './enforcement.ts'
export { BROWSER_LASTS, browserToken, dropOldFlows, type FlowPurpose, startAt } from './flows.ts'
export { assertOtherWay, findIdentity, findOwnIdentity, identitiesOf, peopleOf, unlink } from './people/identities.ts'
export { CONNECT, dropOldOffers } from './people/offers.ts'
export { dropOldUndos, UNDO, type Undo, undoConnection, undoOf } from './people/undos.ts'
export { SsoRefused } from './protocol/refused.ts'
export {
  changeProvider,
  createProvider,
  deleteProvider,
  findProvider,
  providerById,
  providerView,
  redirectOf,
} from './providers.ts'
export { elsewhere, findOffer, neededFor, redeemOffer } from './redeem-offer.ts'
export { PROVIDER_SECRETS, SESSION_TOKENS } from './sealed-columns.ts'
export { attachPart, dropOldParts, endAtProvider } from './sessions.ts'
export * from './shapes.ts'
export { type SignInOutcome, takeAnswer } from './sign-in.ts'
export { buttons, proofAtProvider, usableProvider } from './sign-in-buttons.ts'
export type { ProviderRow } from './tables.ts'
export { shownClaims, trialOutcome } from './trial.ts'
