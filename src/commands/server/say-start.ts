import { createSetupLink } from '../../domains/accounts/index.ts'
import { whyOff } from '../../domains/oauth/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { say } from '../framework/terminal.ts'

/** Log lines once an install answers: features that are off, and where to set up a new install. */
export function sayStart(app: App): void {
  const off = whyOff(app.config)
  if (off) app.log.info(off)
  announceSetup(app)
}

/** Printed instead of logged, since the log would mask the token. A reader of this output may set the install up. */
function announceSetup(app: App): void {
  const url = createSetupLink(app)
  if (!url) return
  const message = 'This install is new. Set it up within 30 minutes (a restart makes a new address):'
  const pretty = app.config.log_format === 'pretty' || (app.config.log_format === '' && process.stdout.isTTY)
  try {
    say(
      pretty
        ? `${message}\n\n  ${url}\n`
        : JSON.stringify({ time: app.clock.now(), level: 'info', message, setup_url: url }),
    )
  } catch {
    // There is nowhere to say it. A restart makes another one.
  }
}
