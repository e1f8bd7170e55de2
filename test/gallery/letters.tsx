/** Every letter, as mail programs draw it, with names that carry markup. */
import { type Facts, TEMPLATES } from '../../src/domains/mail/index.ts'
import { letters } from '../../views/mail/letters.ts'
import { NASTY } from './samples.ts'

const FACTS: Facts = {
  name: NASTY,
  made: `on 2026-11-02 by ${NASTY}`,
  by: NASTY,
  workspace: NASTY,
  email: 'ada@elsewhere.example',
  role: 'member',
  status: 'pending',
  pack: 'boost',
  note: NASTY,
}

const BRAND = { name: NASTY, accent: '#c2316b' }

export const letterGallery = TEMPLATES.map((template) => ({
  name: `letter-${template}`,
  page: () => letters(template, BRAND, FACTS, 'https://signal.northwind.example/app?a=1&b=2').html,
}))
