import { expect, test } from 'bun:test'
import { answerFindings } from '../../../src/domains/preflight/answer-findings.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { inPlainEnglish, sayStored } from '../../../src/kernel/language/say.ts'
import { HeaderLines } from '../../../src/kernel/web-fetch/http/head.ts'

const answered = (head_ms: number) =>
  answerFindings({
    ...{ url: 'https://slow.example/', status: 200, headers: new HeaderLines(), body: new Uint8Array() },
    ...{ hops: [{ url: 'https://slow.example/', ip: null, status: 200, location: null }], head_ms, truncated: false },
  })

test('the time of a slow answer has the decimal mark of its reader', () => {
  const [slow] = answered(3420)
  expect(inPlainEnglish(slow!)).toStartWith('The server took 3.4 s to begin its answer.')
  expect(sayStored(readerOf('UTC', 'de'), slow!)).toContain('3,4')
  expect(sayStored(readerOf('UTC', 'pl'), slow!)).toContain('3,4')
})
