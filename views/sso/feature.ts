import { type FeaturePages, SIGN_IN } from '../../src/doors/pages/web.ts'
import { awayFrom, ssoButtons } from '../../src/features/sso/visitors.ts'
import { accountIdentityScreens, identitySection } from './account.tsx'
import { ssoSettings } from './pages.tsx'
import { leadTo, ssoScreens } from './sign-in.tsx'

export const ssoPages: FeaturePages = {
  screens: [...ssoScreens, ...ssoSettings, ...accountIdentityScreens],
  slots: {
    account_sections: identitySection,
    sign_in: {
      buttons: ssoButtons,
      away(call, token) {
        const away = awayFrom(call, token, SIGN_IN)
        if (!away) return null
        const lead = { title: 'You are signed out', verb: `Sign out at ${away.name} too`, url: away.url }
        return (cookies) => leadTo(call, { ...lead, cookies })
      },
    },
  },
}
