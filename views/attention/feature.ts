import type { FeaturePages } from '../../src/doors/pages/web.ts'
import { bellScreens } from './bell.tsx'
import { clientSections } from './client-sections.tsx'
import { ATTENTION_LETTERS } from './letters.ts'
import { operatorScreens } from './operator-pages.tsx'
import { todayScreens } from './pages.tsx'

export const attentionPages: FeaturePages = {
  screens: [...bellScreens, ...todayScreens, ...operatorScreens],
  slots: { client_sections: clientSections, letters: ATTENTION_LETTERS },
}
