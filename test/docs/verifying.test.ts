/** The code that verifies events, on `/docs/webhooks` and the page of a webhook: each piece runs as it stands. */
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOf } from '../../src/features/webhooks/index.ts'
import { signedSample } from '../../src/kernel/secrets/webhook-signatures.ts'
import { snippetsFor } from '../../views/webhooks/snippets.ts'
import { WHOLE } from '../long/whole.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'signalpost-verifying-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const now = () => Math.floor(Date.now() / 1000)
const BODY = JSON.stringify(sampleOf('push.finished'))
const sample = (timestamp = now()) => ({ body: BODY, timestamp, ...signedSample(BODY, timestamp) })
const { secret, public_key } = sample()

type Runner = { file: string; command: string[]; around: (code: string) => string }
/** A program around each piece: headers and body come from the environment, and it prints whether they are authentic. */
const RUNNERS: Record<string, Runner> = {
  TypeScript: {
    file: 'verify.ts',
    command: [process.execPath],
    around: (code) => `${code}
const { HEADERS, BODY } = process.env
console.log(isAuthentic(new Headers(JSON.parse(HEADERS!)), BODY!))`,
  },
  Python: {
    file: 'verify.py',
    command: ['python3'],
    around: (code) => `${code}
import json
print(str(is_authentic(json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode())).lower())`,
  },
  PHP: {
    file: 'verify.php',
    command: ['php'],
    around: (code) => `${code}
echo json_encode(is_authentic(json_decode(getenv('HEADERS'), true), getenv('BODY')));`,
  },
  Go: {
    file: 'main.go',
    command: ['go', 'run'],
    around: (code) =>
      code
        .replace('package hooks', 'package main')
        .replace('import (', 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"')
        .concat(`
func main() {
	given := map[string]string{}
	json.Unmarshal([]byte(os.Getenv("HEADERS")), &given)
	h := http.Header{}
	for name, value := range given {
		h.Set(name, value)
	}
	fmt.Println(IsAuthentic(h, os.Getenv("BODY")))
}`),
  },
  Ruby: {
    file: 'verify.rb',
    command: ['ruby'],
    around: (code) => `require 'json'
${code}
puts authentic?(JSON.parse(ENV['HEADERS']), ENV['BODY'])`,
  },
}

function verdict(language: string, text: string, event: ReturnType<typeof sample>): string {
  const { file, command, around } = RUNNERS[language]!
  const place = join(folder, language)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, file), around(text))
  const { id, timestamp, signature, body } = event
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
  const env = {
    ...process.env,
    GOCACHE: join(folder, 'go'),
    GO111MODULE: 'off',
    WEBHOOK_SECRET: secret,
    HEADERS: JSON.stringify(headers),
    BODY: body,
  }
  const { stdout, stderr } = Bun.spawnSync([...command, file], { cwd: place, env, stderr: 'pipe' })
  return stdout.toString().trim() || stderr.toString()
}

describe('the code that verifies', () => {
  const snippets = snippetsFor(public_key)

  test('is there in five languages, each with a program that runs it', () => {
    expect(snippets.map(({ language }) => language)).toEqual(Object.keys(RUNNERS))
  })

  // To compile Go takes longer than all others.
  const short = snippets.filter(({ language }) => WHOLE || language !== 'go')
  test.each(short.filter(({ language }) => Bun.which(RUNNERS[language]!.command[0]!)))(
    'in $language accepts an event, and refuses a changed body, another event’s signature and an old one',
    ({ language, text }) => {
      const event = sample()
      expect(verdict(language, text, event)).toBe('true')
      const other = signedSample('{}', event.timestamp).signature
      for (const wrong of [
        { ...event, body: BODY.replace('Autumn', 'Autumm') },
        { ...event, signature: other },
        sample(now() - 400),
      ])
        expect(verdict(language, text, wrong)).toBe('false')
    },
  )
})
