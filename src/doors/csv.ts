import type { CsvAnswer } from '../kernel/operation/operation.ts'
import { attachment } from './attachment.ts'

const CHUNK = 64 << 10
/** Without this mark, Excel reads a CSV in the charset of the machine (directus/directus PR#26005). */
const BYTE_ORDER_MARK = '\ufeff'

/** Sends a file as it is made, in pieces of about 64 KiB; other requests get their turn between two pieces. */
export function csvResponse(
  { filename, lines }: CsvAnswer,
  failed: (error: unknown) => void,
  { type = 'text/csv', ending }: { type?: string; ending?: AbortSignal } = {},
): Response {
  const text = new TextEncoder()
  let piece = type === 'text/csv' ? BYTE_ORDER_MARK : ''
  const source = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  let left = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        while (piece.length < CHUNK) {
          const { done, value } = await source.next()
          if (left) return
          ending?.throwIfAborted()
          if (done) {
            if (piece) controller.enqueue(text.encode(piece))
            controller.close()
            return
          }
          piece += value
        }
        controller.enqueue(text.encode(piece))
        piece = ''
        await Bun.sleep(0)
      } catch (error) {
        if (left) return
        if (!ending?.aborted) failed(error)
        void source.return?.()
        controller.error(error)
      }
    },
    async cancel() {
      left = true
      await source.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      // Shared reports have files too, which no meta tag can keep out of search engines.
      'x-robots-tag': 'noindex',
      'content-disposition': attachment(filename),
    },
  })
}
