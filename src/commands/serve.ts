import { site } from '../../views/site.tsx'
import { boot } from '../boot.ts'
import { createSetupLink } from '../domains/accounts/index.ts'
import { whyOff } from '../domains/oauth/index.ts'
import { reportFailure } from '../doors/failure.ts'
import { type Running, serve } from '../doors/server.ts'
import { web } from '../doors/web.ts'
import type { App } from '../kernel/app.ts'
import { readConfig } from '../kernel/config.ts'
import { commit } from '../kernel/version.ts'
import { type Command, CommandError, say } from './command.ts'

export const command: Command = {
  usage: '[serve]',
  summary: 'Run the appliance (what it does without a command).',
  options: {},
  words: 0,

  async run() {
    const app = boot(readConfig(process.env).config)
    const running = open(app)
    app.log.info('listening', { address: running.address, site_url: app.config.site_url, version: app.version, commit })
    const off = whyOff(app.config)
    if (off) app.log.info(off)
    announceSetup(app)
    watch(app)
    const signal = await stopSignal()
    app.log.info('stopping', { signal })
    await running.stop()
    app.log.info('stopped')
    return 0
  },
}

function open(app: App): Running {
  try {
    return serve(app, { web: web(app, site) })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const where = 'unix' in app.config.listen ? app.config.listen.unix : Object.values(app.config.listen).join(':')
    throw new CommandError(
      `SIGNALPOST_LISTEN: cannot listen on ${where}: ${code === 'EADDRINUSE' ? 'something else does already' : message}`,
    )
  }
}

/** Said past the log, which would mask the token: whoever can read this may set the install up. */
function announceSetup(app: App): void {
  const url = createSetupLink(app)
  if (!url) return
  const message = 'This install is new. Set it up within 30 minutes (a restart makes a new address):'
  const pretty = app.config.log_format === 'pretty' || (app.config.log_format === '' && process.stdout.isTTY)
  say(
    pretty
      ? `${message}\n\n  ${url}\n`
      : JSON.stringify({ time: app.clock.now(), level: 'info', message, setup_url: url }),
  )
}

/** What nobody caught is a bug: it is recorded. After an exception out of nowhere the state is unknown, so the process ends. */
function watch(app: App): void {
  process.on('unhandledRejection', (error) => reportFailure(app, error, { where: 'process', request_id: null }))
  process.on('uncaughtException', (error) => {
    reportFailure(app, error, { where: 'process', request_id: null })
    process.exit(1)
  })
}

/** The first signal stops gently; a second one, by the operating system's own ways, at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of SIGNALS) process.off(name, stop)
      resolve(signal)
    }
    for (const name of SIGNALS) process.on(name, stop)
  })
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
