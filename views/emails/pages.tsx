import { platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { letterInFrame, withFrame } from './frame.ts'
import { emailLogScreens } from './log.tsx'
import { emailForms, settingsPage, templateOf, templatePage } from './settings.tsx'

export const emailScreens: readonly Screen[] = [
  ...emailLogScreens,
  platformPage('/email', (call) => settingsPage(call)),
  ...emailForms,
  platformPage('/email/templates/:name', async (call) => withFrame(await templatePage(call))),
  platformPage('/email/templates/:name/letter', async (call) => letterInFrame((await templateOf(call)).html)),
]
