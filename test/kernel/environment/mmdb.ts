/** The smallest database in MaxMind's format (maxmind.github.io/MaxMind-DB): a few networks, each with its record. */
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'

type Value = string | number | { [name: string]: Value }
type Node = { [side in 0 | 1]?: Node | { record: number } }

/** Networks of one family by their CIDR. In a database of IPv6, those of IPv4 lie under `::/96`. */
export function mmdbOf(
  networks: Record<string, Value>,
  { type = 'Test', family = 6 as 4 | 6, built = 1_790_000_000 } = {},
) {
  const data: Buffer[] = []
  const root: Node = {}
  for (const [cidr, value] of Object.entries(networks)) {
    const [network] = parseNetworks(cidr)
    const size = network!.family === 6 ? 128 : 32
    const bits = [...network!.from.toString(2).padStart(size, '0')].slice(0, Number(cidr.split('/')[1])).map(Number)
    const path = family === 6 && size === 32 ? [...Array<number>(96).fill(0), ...bits] : bits
    put(root, path as (0 | 1)[], Buffer.concat(data).length)
    data.push(encoded(value))
  }
  const { nodes, tree } = treeOf(root)
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: built,
    database_type: type,
    ip_version: family,
    node_count: nodes,
    record_size: 32,
  })
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata])
}

function put(root: Node, path: (0 | 1)[], record: number): void {
  let node = root
  for (const bit of path.slice(0, -1)) {
    node[bit] ??= {}
    node = node[bit] as Node
  }
  node[path.at(-1)!] = { record }
}

function treeOf(root: Node): { nodes: number; tree: Buffer } {
  const all: Node[] = [root]
  for (const node of all) for (const side of [node[0], node[1]]) if (side && !('record' in side)) all.push(side)
  const numbers = new Map(all.map((node, at) => [node, at]))
  const tree = Buffer.alloc(all.length * 8)
  for (const [at, node] of all.entries())
    for (const bit of [0, 1] as const) {
      const side = node[bit]
      const leads = !side
        ? all.length
        : 'record' in side
          ? all.length + 16 + (side.record as number)
          : numbers.get(side)!
      tree.writeUInt32BE(leads, at * 8 + bit * 4)
    }
  return { nodes: all.length, tree }
}

/** Maps (7), text (2) and whole numbers (uint32, 6) of less than 29 octets or entries; longer text up to 284. */
function encoded(value: Value): Buffer {
  if (typeof value === 'object') {
    const entries = Object.entries(value)
    return Buffer.concat([
      Buffer.from([(7 << 5) | entries.length]),
      ...entries.flatMap(([name, one]) => [encoded(name), encoded(one)]),
    ])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, (6 << 5) | 4)
    bytes.writeUInt32BE(value, 1)
    return bytes
  }
  const text = Buffer.from(value)
  return Buffer.concat([
    Buffer.from(text.length < 29 ? [(2 << 5) | text.length] : [(2 << 5) | 29, text.length - 29]),
    text,
  ])
}
