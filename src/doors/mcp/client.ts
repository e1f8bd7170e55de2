/** What the program at the other end calls itself, as far as a request says so: only words, that nobody vouches for. */
export function clientIn(body: unknown): string | undefined {
  const { params } = ([body].flat()[0] ?? {}) as { params?: { _meta?: Record<string, unknown>; clientInfo?: unknown } }
  const info = (params?._meta?.['io.modelcontextprotocol/clientInfo'] ?? params?.clientInfo) as Named | undefined
  const name = [info?.title, info?.name].find((one) => typeof one === 'string')
  return plain(name ?? '').slice(0, MOST) || undefined
}

type Named = { title?: string; name?: string }

const MOST = 100
const plain = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
