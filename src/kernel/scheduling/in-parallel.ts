/** Works on `at_once` items at a time, with results in their order. A failure is thrown after the work under way. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  at_once: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  // All lanes draw from one iterator: a free lane takes the next item.
  const rest = items.entries()
  let over = false
  const lane = async () => {
    for (const [place, item] of rest) {
      if (over) return
      results[place] = await work(item)
    }
  }
  const lanes = Array.from({ length: Math.min(at_once, items.length) }, lane)
  try {
    await Promise.all(lanes)
  } finally {
    over = true
    await Promise.allSettled(lanes)
  }
  return results
}
