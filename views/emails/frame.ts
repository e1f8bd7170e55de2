/** An e-mail on a page, in a frame without scripts. */
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { htmlResponse, type Markup } from '../../src/doors/pages/web.ts'

const IN_FRAME = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The e-mail itself, for the frame. */
export const letterInFrame = (html: string): Response =>
  htmlResponse(html, 200, { 'content-security-policy': IN_FRAME, 'referrer-policy': 'no-referrer' })

/** A page with an e-mail in a frame. */
export const withFrame = (page: Markup, status = 200): Response =>
  htmlResponse(page, status, { 'content-security-policy': `${contentSecurityPolicy()}; frame-src 'self'` })
