import { SSO_MAILS } from '../../../views/sso/mails.ts'
import { feature } from '../feature.ts'
import {
  attachPart,
  dropOldFlows,
  dropOldOffers,
  dropOldParts,
  dropOldUndos,
  mustUseProvider,
  PROVIDER_SECRETS,
  proofAtProvider,
  SESSION_TOKENS,
} from './index.ts'
import * as providers from './operations/identity-providers.ts'
import * as own from './operations/own-identities.ts'
import { tellEndedSignInsTask } from './tasks.ts'

export const sso = feature({
  name: 'sso',
  summary: 'Sign-in by identity providers of the install, with OpenID Connect.',
  needs: [],
  sections: [{ name: 'Sign-in and audit', paths: /^\/identity-providers\b/ }],
  operations: { ...providers, ...own },
  tasks: [tellEndedSignInsTask],
  sealed: [PROVIDER_SECRETS, SESSION_TOKENS],
  expired: [dropOldFlows, dropOldOffers, dropOldParts, dropOldUndos],
  provides: { attachPart, mustUseProvider, proofAtProvider },
  tabs: [{ menu: 'operator', entry: 'People', behind: '/access', title: 'Single sign-on', under: '/sso' }],
  letters: SSO_MAILS,
})
