/** Works through the items, so many at once, and gives the results in their order. After a failure nothing new begins. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  at_once: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  // All lanes draw from one iterator: whoever is free takes the next item.
  const rest = items.entries()
  let over = false
  const lane = async () => {
    for (const [place, item] of rest) {
      if (over) return
      results[place] = await work(item)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, lane))
  } finally {
    over = true
  }
  return results
}
